"""The official mapping tables of MindSpore's branches, as kept in importers/official/."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from importers.tables import read_table

FOLDER = Path(__file__).parent / "official"
RELEASE = re.compile(r"r(\d+\.\d+)(?:\.\d+)?$")


def version_of(branch: str) -> str:
    """The release that a documentation branch is about: r2.4.10 → 2.4; "" for the moving branch and for pre-releases."""
    match = RELEASE.match(branch)
    return match.group(1) if match and branch != "r1.11" else ""


@cache
def mapping_rows() -> list[dict[str, str]]:
    """The rows of the tables of releases, with their version, oldest table first; of several tables of a release the newest counts."""
    newest = {version_of(row["branch"]): row["branch"] for row in read_table(FOLDER / "mapping.tsv") if version_of(row["branch"])}
    rows = [row | {"version": version_of(row["branch"])} for row in read_table(FOLDER / "mapping.tsv") if row["branch"] in newest.values()]
    return [row for row in rows if row["mindspore_api"].startswith("mindspore.")]


@cache
def parameter_rows() -> list[dict[str, str]]:
    """The rows of the pages that compare parameters."""
    return read_table(FOLDER / "parameters.tsv")


@cache
def named_by_version() -> dict[str, frozenset[str]]:
    """For every release the MindSpore names in its table."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in mapping_rows():
        found[row["version"]].add(row["mindspore_api"])
    return {version: frozenset(names) for version, names in found.items()}
