"""The tables that need no framework come out of their importer as they are kept."""

from __future__ import annotations

import csv

import pytest

from importers import official, recipe_versions
from mindaudit_data.text import FOLDER


def test_the_official_rows_are_what_their_importer_makes() -> None:
    with (FOLDER / "mappings" / "official.csv").open(encoding="utf-8", newline="") as file:
        header, *kept = csv.reader(file)
    assert tuple(header) == official.COLUMNS
    assert [list(row) for row in official.rows()] == kept


def test_the_versions_of_recipes_follow_from_their_sources() -> None:
    with (FOLDER / "recipes.csv").open(encoding="utf-8", newline="") as file:
        header, *kept = csv.reader(file)
    assert tuple(header) == recipe_versions.COLUMNS
    assert [list(row) for row in recipe_versions.rows()] == kept, (
        "a recipe changed: PYTHONPATH=mapping_data python -m importers.recipe_versions"
    )


@pytest.mark.parametrize(
    ("branch", "version"),
    [("r2.4.10", "2.4"), ("r1.7", "1.7"), ("r2.10.0", "2.10"), ("r2.0.0-alpha", ""), ("master", ""), ("r1.11", "")],
)
def test_branches_stand_for_releases(branch: str, version: str) -> None:
    from importers.official_tables import version_of

    assert version_of(branch) == version


def test_a_recipe_of_a_removed_api_is_refused() -> None:
    assert recipe_versions.since({"mindspore.ops.abs", "mindspore.nobody"}) == "2.0"
    with pytest.raises(ValueError, match=r"no longer has mindspore\.check_checkpoint"):
        recipe_versions.since({"mindspore.ops.abs", "mindspore.check_checkpoint"})
