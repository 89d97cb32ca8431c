"""Sphinx's settings, for both languages; `build.py` names the language and the folders."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE)]

from mindaudit import __version__  # noqa: E402

project = "mindaudit"
author = "mindaudit"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "generator.extension"]
html_theme = "furo"
html_title = f"mindaudit {release}"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_show_copyright = False
templates_path = [str(HERE / "templates"), str(HERE.parent / "reports" / "mindaudit_reports" / "templates")]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 3
nitpicky = True
nitpick_ignore_regex = [("py:.*", r".*")]
autodoc_typehints = "description"
autodoc_member_order = "bysource"
python_display_short_literal_types = True
