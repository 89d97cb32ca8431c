"""Where the documentation is: the address that reports link to, and the copy that is installed here, if there is one."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

SITE = "https://example.com/mindaudit"
"""The site of this release, as `project.urls` of pyproject.toml names it."""
_COPY = "mindaudit_docs"
"""The package that holds the built site; the extra `docs` installs it."""


def rule_page(site: str, code: str, language: str) -> str:
    """The address of a code's page on a site, "" where there is no site."""
    return f"{site.rstrip('/')}/{language}/rules/{code}.html" if site else ""


@cache
def installed() -> Path | None:
    """The folder of the site that is installed here; None without the extra `docs`."""
    found = find_spec(_COPY)
    folder = Path(found.origin).parent / "site" if found and found.origin else None
    return folder if folder and (folder / "index.html").is_file() else None


def nearest(site: str) -> str:
    """The address to open here: of the copy that is installed, else of the site."""
    copy = installed()
    return copy.as_uri() if copy else site
