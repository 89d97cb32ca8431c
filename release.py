"""Checks that a tag can be released, and prints what is new: `python release.py v1.2.3`. It needs nothing but Python."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent
RESERVED = re.compile(r"https?://([\w.-]+\.)?example(\.com|\.org|\.net)?(/|$)")
"""Addresses that lead nowhere by RFC 2606; a release has a real one."""


def version() -> str:
    """The version of the sources."""
    found = re.search(r'__version__ = "([^"]+)"', (ROOT / "analyzer/mindaudit/audit/version.py").read_text("utf-8"))
    return found[1] if found else ""


def notes(wanted: str) -> str:
    """What the changelog says of a version, "" if nothing."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(wanted)} - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def problems(tag: str) -> Iterator[str]:
    """Why a tag cannot be released, one line each."""
    if tag != f"v{version()}":
        yield f"the tag is {tag}, the version of the sources {version()}"
    if not notes(version()):
        yield f"CHANGELOG.md has no section for {version()} with a date"
    if f"rev: v{version()}" not in (ROOT / "README.md").read_text("utf-8"):
        yield "README.md names another rev for pre-commit"
    if json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8"))["version"] != version():
        yield "editors/vscode/package.json has another version"
    address = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Documentation"]
    if RESERVED.match(address):
        yield f"project.urls in pyproject.toml names {address}, which leads nowhere"


def main() -> int:
    """Print the notes, or what is wrong; 0 if the tag can be released."""
    if found := list(problems(sys.argv[1])):
        print(*found, sep="\n", file=sys.stderr)
        return 1
    print(notes(version()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
