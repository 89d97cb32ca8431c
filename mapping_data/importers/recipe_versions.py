"""Makes recipes.csv, the APIs that a recipe uses and the first MindSpore version that has them: `python -m importers.recipe_versions`.

The names are read from the recipes' sources; a name counts as absent in versions for which the catalogs do not show it. Names that no
version shows are MindSpore's own internals and are ignored. Only the files of the folder itself count, not those in its sub-folders.
What only functions use that Python runs before a graph is compiled (`constexpr`) has to exist, but is not among the APIs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from importers.tables import DATA, write_table
from mindaudit_data import mindspore_catalog, targets

COLUMNS = ("name", "since", "apis")
RECIPES = "mindaudit_data.recipes."
MEMBERS = ("class", "constant", "dtype", "property", "method", "function")
Definitions = dict[str, ast.FunctionDef | ast.ClassDef]


class _WithoutAnnotations(ast.NodeTransformer):
    """Annotations are text here (`from __future__ import annotations`), so what they name need not exist."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)


def imported(tree: ast.Module) -> dict[str, str]:
    """What each imported name of a file stands for."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def names_used(name: str, definitions: Definitions, imports: dict[str, str]) -> set[str]:
    """Full names of the MindSpore APIs, and of other files' recipes, that a definition and those that it uses mention."""
    found: set[str] = set()
    waiting, seen = [name], {name}
    while waiting:
        for node in ast.walk(definitions[waiting.pop()]):
            root, dot, rest = dotted(node).partition(".")
            if root in imports:
                found.add(imports[root] + dot + rest)
            elif root in definitions and root not in seen:
                seen.add(root)
                waiting.append(root)
    return {name for name in found if name.startswith(("mindspore.", RECIPES))}


def dotted(node: ast.AST) -> str:
    """A dotted name as text, "" for any other expression."""
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return node.id if isinstance(node, ast.Name) else ""


def exists(name: str, version: str) -> bool:
    """Whether the catalogs show a name, or the class or constant whose attribute it is, in a version."""
    catalog = mindspore_catalog()
    return catalog.backends(name, version) is not None or catalog.kind(name.rpartition(".")[0], version) in MEMBERS


def since(names: set[str]) -> str:
    """The oldest version from which on all of the names exist. Raises ValueError for a name that only older versions have."""
    *older, first = targets()
    gone = sorted(name for name in names if not exists(name, first) and any(exists(name, version) for version in older))
    if gone:
        raise ValueError(f"MindSpore {first} no longer has {', '.join(gone)}")
    names = {name for name in names if exists(name, first)}
    for version in reversed(older):
        if not all(exists(name, version) for name in names):
            break
        first = version
    return first


def recipes_of(path: Path) -> Iterator[tuple[str, set[str], set[str]]]:
    """The public functions and classes of a recipe file, each with the MindSpore names that it uses, and those compiled with it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = imported(tree)
    defined = [node for node in _WithoutAnnotations().visit(tree).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    definitions = {node.name: node for node in defined}
    compiled = {name: node for name, node in definitions.items() if not is_run_before(node)}
    for name in definitions:
        if not name.startswith("_"):
            yield name, names_used(name, definitions, imports), names_used(name, compiled, imports) if name in compiled else set()


def is_run_before(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether Python runs a function before a graph is compiled."""
    return any(dotted(decorator).endswith("constexpr") for decorator in node.decorator_list)


def apis_below(name: str, found: dict[str, set[str]]) -> set[str]:
    """Full names of the MindSpore APIs that a recipe mentions, itself or by the recipes of other files that it uses."""
    names: set[str] = set()
    waiting, seen = [name], {name}
    while waiting:
        mentioned = found.get(waiting.pop(), set())
        names |= {each for each in mentioned if not each.startswith(RECIPES)}
        called = {each.removeprefix(RECIPES).split(".")[1] for each in mentioned - names if each.count(".") > RECIPES.count(".")}
        waiting += called - seen
        seen |= called
    return names


def rows() -> Iterator[tuple[str, str, str]]:
    """The lines of the table."""
    recipes = [each for path in (DATA / "recipes").glob("[!_]*.py") for each in recipes_of(path)]
    found, compiled = {name: used for name, used, _ in recipes}, {name: used for name, _, used in recipes}
    newest = targets()[-1]
    for name in sorted(found):
        names = apis_below(name, compiled)
        callable_names = (each for each in names if mindspore_catalog().kind(each, newest) in ("function", "class", "method"))
        yield name, since(apis_below(name, found)), " ".join(sorted(callable_names))


if __name__ == "__main__":
    write_table(DATA / "recipes.csv", COLUMNS, rows())
