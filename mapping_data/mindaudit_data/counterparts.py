"""Which module stands for a module of torch or of a library over torch, and which names it has.

`counterparts.csv` names the modules. Their names are read off their sources, so that asking imports nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mindaudit_data.text import FOLDER, cells, read

OF_MODULES = frozenset({"__dict__", "__name__", "__file__", "__path__", "__doc__", "__all__", "__spec__", "__package__"})
"""What Python gives every module."""


@cache
def _rows() -> dict[str, str]:
    return dict(cells(line)[:2] for line in read("counterparts.csv").splitlines()[1:])


def module_for(name: str) -> str | None:
    """The module that stands for a module, whether or not it exists; "" where nothing stands for a library that needs torch.

    None for a module of any other library. One whose name tells that it works with torch counts among the former.
    """
    start, rest = name, ""
    while start not in _rows():
        start, _, last = start.rpartition(".")
        if not start:
            return "" if "torch" in last else None
        rest = f".{last}{rest}"
    return _rows()[start] and _rows()[start] + rest


def is_module(name: str) -> bool:
    """Whether a module stands for this one, and exists."""
    found = module_for(name)
    return bool(found) and _file(found or "") is not None


def has(name: str) -> bool:
    """Whether a dotted name has a counterpart: a module, or a name in one. What a class or object has is taken for granted."""
    if is_module(name):
        return True
    owner, _, last = name.rpartition(".")
    if not owner:
        return False
    return last in OF_MODULES or last in names_in(module_for(owner) or "") if is_module(owner) else has(owner)


def raises(name: str) -> bool:
    """Whether what stands for a dotted name only raises an error that names it (`Missing`), or is an attribute of such a thing."""
    owner, _, last = name.rpartition(".")
    if not owner or is_module(name):
        return False
    return last in _refused(module_for(owner) or "") if is_module(owner) else raises(owner)


def looked_up(name: str) -> bool:
    """Whether a dotted name lies below a module whose counterpart looks names up while the program runs: `torch.ops.a.b`."""
    owner = name.rpartition(".")[0]
    return bool(owner) and ((is_module(owner) and "__getattr__" in names_in(module_for(owner) or "")) or looked_up(owner))


def refuses(name: str) -> bool:
    """Whether the function that stands for a dotted name raises an error itself, for some of its arguments."""
    owner, _, last = name.rpartition(".")
    function = _functions(module_for(owner) or "").get(last)
    return function is not None and any(isinstance(part, ast.Raise) for part in ast.walk(function))


@cache
def names_in(module: str) -> frozenset[str]:
    """The names that a packaged module binds, those of its submodules included; none if there is no such module."""
    file, tree = _file(module), _tree(module)
    if file is None or tree is None:
        return frozenset()
    below = file.parent.glob("*") if file.name == "__init__.py" else ()
    return frozenset(_bound(tree, module if file.name == "__init__.py" else module.rpartition(".")[0])) | {path.stem for path in below}


@cache
def _refused(module: str) -> frozenset[str]:
    """The names of a packaged module that are bound to a `Missing`."""
    tree = _tree(module)
    return frozenset(name for node in tree.body for name in _missing(node)) if tree else frozenset()


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    """The functions of a packaged module by name, with those of modules whose names it has all."""
    found: dict[str, ast.FunctionDef] = {}
    for node in (_tree(module) or ast.Module([], [])).body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            found |= _functions(_absolute(node, module))
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = node
    return found


def _missing(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Missing":
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def _tree(module: str) -> ast.Module | None:
    """The syntax tree of a packaged module; None if there is no such module."""
    file = _file(module)
    return ast.parse(file.read_text("utf-8")) if file else None


def _file(module: str) -> Path | None:
    root, _, rest = module.partition(".")
    if root != FOLDER.name:
        return None
    place = FOLDER.joinpath(*rest.split("."))
    return next((path for path in (place / "__init__.py", place.with_name(f"{place.name}.py")) if path.is_file()), None)


def _bound(node: ast.AST, package: str) -> Iterator[str]:
    """The names that statements bind in their own scope."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield child.name
        elif isinstance(child, ast.ImportFrom) and child.names[0].name == "*":
            yield from (name for name in names_in(_absolute(child, package)) if not name.startswith("_"))
        elif isinstance(child, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in child.names)
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id
        elif not isinstance(child, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            yield from _bound(child, package)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    parts = package.split(".")[: -(node.level - 1) or None] if node.level else []
    return ".".join([*parts, *([node.module] if node.module else [])])
