"""Which module stands for a module of torch or of a library over torch, and which names it has.

`counterparts.csv` names the modules. Their names are read off their sources, so that asking imports nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from mindaudit_data.catalog import ApiParameter
from mindaudit_data.text import FOLDER, cells, read

Definition: TypeAlias = ast.FunctionDef | ast.ClassDef | str
OF_MODULES = frozenset({"__dict__", "__name__", "__file__", "__path__", "__doc__", "__all__", "__spec__", "__package__"})
"""What Python gives every module."""
_OWN = frozenset({FOLDER.name, "mindspore_recipes"})
"""The packages of recipes, here and where they are copied: `mindaudit_data.recipes.torchvision` needs no torch."""


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
            return "" if "torch" in name and _OWN.isdisjoint(name.split(".")) else None
        rest = f".{last}{rest}"
    return _rows()[start] and _rows()[start] + rest


def stands_alone(name: str) -> bool:
    """Whether a row names this very thing: a name of a library whose other names stay."""
    return name in _rows() and module_for(name.rpartition(".")[0]) is None


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


def definition(name: str) -> Definition | None:
    """What stands for a dotted name: a packaged function or class, or the dotted name of what is imported; None if unknown."""
    owner, _, last = name.rpartition(".")
    return _definition(module_for(owner) or "", last)


def parameters(name: str) -> tuple[ApiParameter, ...] | None:
    """What the packaged function or class that stands for a dotted name takes; None if that is not written there."""
    found, receiver = definition(name), 0
    if isinstance(found, ast.ClassDef):
        found, receiver = next((part for part in found.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None), 1
    if not isinstance(found, ast.FunctionDef) or found.decorator_list:
        return None
    return tuple(_parameters(found.args))[receiver:]


def _parameters(arguments: ast.arguments) -> Iterator[ApiParameter]:
    """Parameters as the catalogs have them."""
    by_place = [*((each, "positional") for each in arguments.posonlyargs), *((each, "both") for each in arguments.args)]
    defaults = [*[None] * (len(by_place) - len(arguments.defaults)), *arguments.defaults]
    for (each, kind), default in zip(by_place, defaults, strict=True):
        yield ApiParameter(each.arg, kind, ast.unparse(default) if default else "")
    if arguments.vararg:
        yield ApiParameter(arguments.vararg.arg, "*var", "")
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield ApiParameter(each.arg, "keyword", ast.unparse(default) if default else "")
    if arguments.kwarg:
        yield ApiParameter(arguments.kwarg.arg, "**var", "")


def defines(name: str) -> bool:
    """Whether the packaged class that stands for the owner of a dotted name has a method of that name in its own text."""
    owner, _, last = name.rpartition(".")
    found = definition(owner)
    return isinstance(found, ast.ClassDef) and last in _own_names(found)


def lacks(name: str) -> bool:
    """Whether the packaged class that stands for the owner of a dotted name surely has no such attribute."""
    owner, _, last = name.rpartition(".")
    found = definition(owner)
    return isinstance(found, ast.ClassDef) and _is_whole(found) and last not in {*_own_names(found), *vars(object)}


def _is_whole(found: ast.ClassDef) -> bool:
    """Whether a class has no attributes but those that its own text names."""
    names = {part.name for part in found.body if isinstance(part, ast.FunctionDef)}
    bases = (ast.unparse(base).partition("[")[0] for base in found.bases)
    is_plain = not (found.keywords or found.decorator_list or names & {"__getattr__", "__getattribute__"})
    return is_plain and all(base in ("Generic", "object") for base in bases)


def _own_names(found: ast.ClassDef) -> Iterator[str]:
    """What a class binds in its body, and what its methods bind on an object."""
    yield from _bound(found, "")
    yield from (part.attr for part in ast.walk(found) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))


@cache
def names_in(module: str) -> frozenset[str]:
    """The names that a packaged module binds, those of its submodules included; none if there is no such module."""
    file, tree = _file(module), _tree(module)
    if file is None or tree is None:
        return frozenset()
    below = file.parent.glob("*") if file.name == "__init__.py" else ()
    return frozenset(_bound(tree, _package(module))) | {path.stem for path in below}


@cache
def _refused(module: str) -> frozenset[str]:
    """The names of a packaged module that are bound to a `Missing`."""
    tree = _tree(module)
    return frozenset(name for node in tree.body for name in _missing(node)) if tree else frozenset()


def _definition(module: str, name: str) -> Definition | None:
    """What a packaged module binds a name to, followed through imports of packaged modules; None for a module."""
    found, seen = _definitions(module).get(name), set()
    while isinstance(found, str) and found not in seen:
        seen.add(found)
        owner, _, last = found.rpartition(".")
        if _file(owner) is None:
            return found
        found = _definitions(owner).get(last)
    return None if isinstance(found, str) else found


@cache
def _definitions(module: str) -> dict[str, Definition]:
    """The functions and classes of a packaged module by name, and what it imports, with those of modules whose names it has all."""
    found: dict[str, Definition] = {}
    package = _package(module)
    for node in (_tree(module) or ast.Module([], [])).body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            found |= _definitions(_absolute(node, package))
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name: f"{_absolute(node, package)}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
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


def _package(module: str) -> str:
    """The package that a packaged module is, or lies in."""
    file = _file(module)
    return module if file and file.name == "__init__.py" else module.rpartition(".")[0]


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
