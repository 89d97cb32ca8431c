"""Modules that a program imports by names that it has while it runs, from configurations and registries: torch's may be among them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.view import FileView
from mindaudit.rewrite.text.change import Change, within
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

_IMPORTER: Final = re.compile(r"(?:(?!self\b|cls\b)\w+\.)*import_module|pydoc\.locate")
_RECIPE: Final = "module_named"
_FROM: Final = 3
"""The place of `fromlist` among the arguments of `__import__`."""
_TORCH: Final = "torch"
_OWN: Final = ("__name__", "__package__")


def chosen_modules(view: FileView, places: Places) -> Iterator[Change]:
    """The names in `import_module(name)`, each inside of a recipe's call, unless a text or `__name__` begins them that tells of others."""
    if not view.project.reaching:
        return
    for node in nodes(places.tree):
        match node:
            case ast.Call(args=[name, *_]) | ast.Call(keywords=[ast.keyword("name", name), *_]) if _imports(node) and _may_be_torch(name):
                yield within(places.span(name), _RECIPE)


def _imports(call: ast.Call) -> bool:
    """Whether a call imports a module by its name and gives it back; `__import__` gives the outermost package without a `fromlist`."""
    if isinstance(call.func, ast.Name) and call.func.id == "__import__":
        return any(each.arg == "fromlist" for each in call.keywords) or len(call.args) > _FROM
    return _IMPORTER.fullmatch(ast.unparse(call.func)) is not None


def _may_be_torch(name: ast.expr) -> bool:
    """Whether the name of a module may begin with torch's, as far as the text tells; whole texts are written by other means."""
    match name:
        case ast.Constant() | ast.Starred():
            return False
        case ast.Call(func=ast.Attribute(attr="join")):
            return True
        case (
            ast.JoinedStr(values=[ast.Constant(value=str(start)), *_])
            | ast.BinOp(left=ast.Constant(value=str(start)))
            | ast.Call(func=ast.Attribute(value=ast.Constant(value=str(start))))
        ):
            return start.startswith(f"{_TORCH}.") or _TORCH.startswith(start.partition("{")[0].partition("%")[0])
        case (
            ast.JoinedStr(values=[ast.FormattedValue(value=first), *_]) | ast.BinOp(left=first) | ast.Call(func=ast.Attribute(value=first))
        ):
            return _may_be_torch(first)
        case ast.Name(id=start):
            return start not in _OWN
    return True
