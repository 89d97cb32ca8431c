"""Makes the generated tables anew: `tox -e catalog` runs these modules. They are not part of the package."""
