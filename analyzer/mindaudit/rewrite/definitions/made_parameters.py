"""`torch.Tensor._make_subclass(cls, …)` in `__new__` of a class of parameters, as a call of the base's `__new__`: it does the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.model import Usage
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.edits import inside
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

MAKER: Final = "torch.Tensor._make_subclass"
_BASES: Final = ("torch.nn.Parameter", "torch.nn.parameter.Parameter")
_MADE: Final = "super().__new__"


def made_parameters(usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """The calls with a class, data and a flag, in methods of classes whose base is torch's class of parameters."""
    made = {each.span for each in usages if each.kind == "call" and each.torch_name == MAKER}
    bases = [each.span for each in usages if each.kind == "base" and each.torch_name in _BASES]
    classes = [node for node in nodes(places.tree) if isinstance(node, ast.ClassDef)] if made and bases else []
    for owner in classes:
        if any(inside(base, [places.span(each)]) for base in bases for each in owner.bases):
            for method in owner.body:
                if isinstance(method, ast.FunctionDef) and method.name == "__new__":
                    yield from (_by_base(call, places) for call in _calls(method) if places.span(call) in made)


def _calls(method: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls whose first argument is the class that the method gets."""
    first = next((each.arg for each in [*method.args.posonlyargs, *method.args.args]), "")
    for node in ast.walk(method):
        match node:
            case ast.Call(args=[ast.Name(id=name), _] | [ast.Name(id=name), _, _], keywords=[]) if name == first:
                yield node


def _by_base(call: ast.Call, places: Places) -> Change:
    """The call of the base's method; without a flag, torch's function gives what needs no gradient."""
    (start, end), behind = places.span(call), places.span(call.func)[1]
    last = places.span(call.args[-1])[1]
    flag = [((last, last), ", False")] if len(call.args) == 2 else []
    return Change((start, end), (((start, behind), ""), ((behind, behind), _MADE), *flag, ((end, end), "")))
