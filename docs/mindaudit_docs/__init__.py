"""The documentation of mindaudit as a site, in the folder `site` beside this file. `mindaudit docs` opens it."""
