"""No module imports itself by way of others, also counting imports inside functions."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec, resolve_name
from pathlib import Path

PACKAGES = ("mindaudit", "mindaudit_data", "mindaudit_reports")
CIRCLE = {
    "__init__.py": "",
    "a.py": "from pack import b\n",
    "b.py": "def late():\n    from .sub.c import x\n",
    "sub/__init__.py": "",
    "sub/c.py": "import pack.a\n",
}
TWO = {
    "one/__init__.py": "",
    "one/a.py": "def late():\n    import two.b\n",
    "two/__init__.py": "",
    "two/b.py": "from one import a\n",
}


def test_no_modules_import_each_other_in_a_circle() -> None:
    folders = {}
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations
        folders[package] = Path(spec.submodule_search_locations[0])
    graph = imports(folders)
    assert len(graph) > 200
    assert circle(graph) == []


def test_a_circle_through_an_import_in_a_function_is_found(tmp_path: Path) -> None:
    write(tmp_path, CIRCLE)
    found = circle(imports({"pack": tmp_path}))
    assert set(found) == {"pack.a", "pack.b", "pack.sub.c"}


def test_a_circle_through_two_packages_is_found(tmp_path: Path) -> None:
    write(tmp_path, TWO)
    found = circle(imports({"one": tmp_path / "one", "two": tmp_path / "two"}))
    assert set(found) == {"one.a", "two.b"}


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle of imports; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def imports(packages: Mapping[str, Path]) -> dict[str, set[str]]:
    """Every module of these packages -> the modules among them that it imports, anywhere in its text."""
    files = {module_name(package, file.relative_to(folder)): file for package, folder in packages.items() for file in folder.rglob("*.py")}
    return {name: set(imported(name, file, files)) for name, file in files.items()}


def module_name(package: str, file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imported(name: str, file: Path, modules: Container[str]) -> Iterator[str]:
    """Which of these modules a file imports; `from a import b` imports a.b where that is a module, else a."""
    folder = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), folder)
            members = [f"{base}.{alias.name}" for alias in node.names]
            yield from (each for each in (member if member in modules else base for member in members) if each in modules)
