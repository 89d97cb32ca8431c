"""The packaged tables hold together: every name that a row uses exists where the row says that it holds."""

from __future__ import annotations

import ast
import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import mindaudit_data
from mindaudit.classify.candidates import mindspore_names, missing_recipe, template_of, unknown_names
from mindaudit_data import text

FOLDER = text.FOLDER
TABLE = mindaudit_data.load()
MAPPING_FILES = sorted((FOLDER / "mappings").glob("*.csv"))
ROWS = [row for name in TABLE.mapped_names() for row in TABLE.mappings(name)]
LIBRARIES = ("torchvision.", "torchaudio.", "torchtext.")


@pytest.mark.parametrize("path", MAPPING_FILES, ids=lambda path: path.stem)
def test_rows_are_sound(path: Path) -> None:
    assert list(mindaudit_data.problems(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.stem)
def test_rows_have_as_many_cells_as_the_header(path: Path) -> None:
    header, *rows = csv.reader(path.read_text("utf-8").splitlines())
    assert [row for row in rows if len(row) != len(header)] == []


SORTED = ("evidence", "field_usage", "half_precision", "kernel_dtypes", "methods", "recipes", "third_party", "upstream_tests")


@pytest.mark.parametrize("name", SORTED)
def test_a_table_that_is_searched_by_halves_is_sorted(name: str) -> None:
    lines = text.SortedTable(text.read(f"{name}.csv")).lines
    assert lines == sorted(lines)


def test_ids_are_unique() -> None:
    ids = [row.id for row in ROWS]
    assert sorted({name for name in ids if ids.count(name) > 1} if len(set(ids)) != len(ids) else ()) == []


def test_no_row_is_about_a_torch_name_that_torch_lacks() -> None:
    catalog = mindaudit_data.torch_catalog()
    documented = [name for name in TABLE.mapped_names() if not name.startswith(LIBRARIES)]
    families = [name.removesuffix(mindaudit_data.FAMILY) for name in documented if name.endswith(mindaudit_data.FAMILY)]
    assert [name for name in families if catalog.lookup(name) is None and not catalog.children(name)] == []
    documented = [name for name in documented if not name.endswith(mindaudit_data.FAMILY)]
    assert [name for name in documented if (api := catalog.lookup(name)) is None or api.name != name] == []


def test_no_official_row_names_an_api_that_a_version_of_it_lacks() -> None:
    lacking = []
    for row in (row for row in ROWS if row.preference >= 900):
        template = template_of(row)
        names = mindspore_names(template, of_tensor=row.torch_name.startswith("torch.Tensor.")) if template else []
        versions = [version for version in mindaudit_data.targets() if mindaudit_data.holds(row.since, row.until, version)]
        lacking += [(row.id, name, v) for name in names for v in versions if TABLE.mindspore_backends(name, v) is None]
    assert lacking == []


def test_every_row_names_apis_that_some_version_of_it_has() -> None:
    nowhere = []
    for row in ROWS:
        template = template_of(row)
        names = mindspore_names(template, of_tensor=row.torch_name.startswith("torch.Tensor.")) if template else []
        versions = [version for version in mindaudit_data.targets() if mindaudit_data.holds(row.since, row.until, version)]
        nowhere += [(row.id, name) for name in names if all(TABLE.mindspore_backends(name, v) is None for v in versions)]
    assert nowhere == []


def test_templates_use_known_names_and_recipes() -> None:
    templates = [(row.id, template) for row in ROWS if (template := template_of(row))]
    assert [(name, unknown_names(template)) for name, template in templates if unknown_names(template)] == []
    assert [(name, missing) for name, template in templates if (missing := missing_recipe(template, TABLE))] == []


def test_a_recipe_is_defined_in_one_file() -> None:
    texts = [path.read_text("utf-8") for path in (FOLDER / "recipes").glob("[!_]*.py")]
    names = Counter(name for each in texts for name in re.findall(r"^(?:def|class) ([A-Za-z]\w*)", each, re.MULTILINE))
    assert not [name for name, count in names.items() if count > 1]


def test_recipes_that_are_called_as_torch_is_take_its_names() -> None:
    """`recipe({*})` passes keywords on."""
    taken = {name: names for path in (FOLDER / "recipes").rglob("*.py") for name, names in _taken_names(ast.parse(path.read_text("utf-8")))}
    rows = csv.DictReader((FOLDER / "torch_parameters.csv").read_text("utf-8").splitlines())
    named: dict[str, set[str]] = {}
    for row in rows:
        if row["kind"] in ("both", "keyword"):
            named.setdefault(row["torch_name"], set()).add(row["name"])
    called = [(row.torch_name, found[1]) for row in ROWS if row.template and (found := re.match(r"(\w+)\(\{\*\}", row.template))]
    lacking = [(name, sorted(named.get(name, set()) - taken[recipe])) for name, recipe in called if recipe in taken]
    assert [(name, names) for name, names in lacking if names] == []


def _taken_names(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """The functions and classes of a recipe file that take no keywords of any name, with the names that they take."""
    for node in tree.body:
        made = (
            [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
            if isinstance(node, ast.ClassDef)
            else [node]
        )
        for each in made:
            if isinstance(each, ast.FunctionDef) and not each.args.kwarg:
                yield getattr(node, "name", ""), {part.arg for part in (*each.args.args, *each.args.kwonlyargs)}


def test_generated_tables_have_a_provenance() -> None:
    stated = tomllib.loads((FOLDER / "provenance.toml").read_text("utf-8"))
    catalogs = [
        "torch_apis.csv",
        "torch_parameters.csv",
        "mindspore_apis.csv",
        "mindspore_parameters.csv",
        "mappings/official.csv",
        "checkpoints.csv",
        "mindspore_same.csv",
        "upstream_tests.csv",
        "field_usage.csv",
        "kernel_dtypes.csv",
    ]
    assert [name for name in catalogs if stated[name]["origin"] != "generated" or not stated[name]["importer"]] == []
    assert [name for name in stated if not (FOLDER / name).is_file()] == []


@pytest.mark.parametrize(
    "name",
    [
        "torch_apis.csv",
        "torch_parameters.csv",
        "mindspore_apis.csv",
        "mindspore_parameters.csv",
        "externals.csv",
        "third_party.csv",
        "mindspore_same.csv",
        "upstream_tests.csv",
        "field_usage.csv",
        "kernel_dtypes.csv",
    ],
)
def test_catalogs_are_sorted_by_name(name: str) -> None:
    keys = [line.split(",", 1)[0] for line in text.read(name).splitlines()[1:]]
    assert keys == sorted(keys)


GRAMMAR = re.compile(
    r"(tensor(\[\w+\])?|int|float|bool|str|none|scalar|size|dtype|device|self|any|contextmanager|decorator|first|second|elementwise|reduced"
    r"|instance\([\w.]+\)|(tuple|list|iterator|dict|namedtuple)\(.+\))$"
)


@pytest.mark.parametrize(("table", "column"), [("torch_apis.csv", "returns"), ("externals.csv", "returns")])
def test_results_are_written_in_the_grammar(table: str, column: str) -> None:
    rows = csv.DictReader(text.read(table).splitlines())
    results = {result for row in rows for result in row[column].split(" | ") if result}
    assert [result for result in results if not GRAMMAR.match(result) or result.count("(") != result.count(")")] == []


def test_aliases_lead_to_documented_names() -> None:
    rows = {row["torch_name"]: row for row in csv.DictReader(text.read("torch_apis.csv").splitlines())}
    assert [name for name, row in rows.items() if row["alias_of"] and rows[row["alias_of"]]["alias_of"]] == []
    assert [name for name, row in rows.items() if any(base not in rows for base in row["bases"].split())] == []
