"""Attributes that a program's own optimizer sets before it calls the constructor of its base, which a Cell refuses.

The call goes before them, if its arguments do not need them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Usage
from mindaudit.rewrite.text.change import MOVED, Change
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places

_BASE = "torch.optim."
_OF_BASE = frozenset({"defaults", "state", "param_groups"})
"""Attributes that the constructor of the base sets, too."""
REMARK = "attributes are set before super().__init__() is called, which a MindSpore optimizer refuses; call it first"


def base_first(text: str, usages: Sequence[Usage], places: Places) -> Iterator[Change]:
    """`self.x = y; super().__init__(…)` as `super().__init__(…); self.x = y`."""
    for before, call in _constructors(usages, places):
        early, between = _parts(before)
        if early and _is_movable(text, early, between, call, places):
            first, following = places.span(early[0])[0], places.span((*between, call)[0])[0]
            start, end = places.span(call)
            last = first + len(text[first:following].rstrip())  # with a comment behind them
            after = f"{newline(text)}{indent_before(text, start)}{MOVED}"
            yield Change((first, end), (((first, following), ""), ((end, end), after)), moved=(first, last))


def remarks_on_early_attributes(text: str, usages: Sequence[Usage], places: Places) -> Iterator[tuple[int, str]]:
    """Remarks where the call stays behind."""
    for before, call in _constructors(usages, places):
        early, between = _parts(before)
        if early and not _is_movable(text, early, between, call, places):
            yield places.span(early[0])[0], REMARK


def _constructors(usages: Sequence[Usage], places: Places) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """The call of its base's in each constructor of a class that derives from an optimizer of torch, behind what stands before it."""
    bases = {usage.span for usage in usages if usage.kind == "base" and usage.torch_name.startswith(_BASE)}
    for node in ast.walk(places.tree) if bases else ():
        if isinstance(node, ast.ClassDef) and any(places.span(base) in bases for base in node.bases):
            for function in node.body:
                if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                    yield from ((function.body[:number], each) for number, each in enumerate(function.body) if _calls_base(each))


def _calls_base(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"))):
            return True
    return False


def _parts(before: Sequence[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The first statements in a row that set attributes of the object, and what comes after them."""
    first = next((number for number, each in enumerate(before) if _sets_own(each)), len(before))
    last = next((number for number in range(first, len(before)) if not _sets_own(before[number])), len(before))
    return list(before[first:last]), list(before[last:])


def _sets_own(statement: ast.stmt) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(statement, ast.AnnAssign) else []
    return bool(targets) and all(
        isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "self" for each in targets
    )


def _is_movable(text: str, early: Sequence[ast.stmt], between: Sequence[ast.stmt], call: ast.stmt, places: Places) -> bool:
    """Whether the call may come first: it and what stands between need no attribute, and each statement has lines of its own."""
    names = {part.attr for each in early for part in ast.walk(each) if isinstance(part, ast.Attribute)}
    later = [part for each in (*between, call) for part in ast.walk(each) if isinstance(part, ast.Name)]
    read = {part.id for each in early for part in ast.walk(each) if isinstance(part, ast.Name)}
    bound = {part.id for part in later if not isinstance(part.ctx, ast.Load)}
    apart = all(indent_before(text, places.span(each)[0]) is not None and is_last(text, places.span(each)[1]) for each in (*early, call))
    commented = "#" in text[places.span(call)[1] :].partition("\n")[0]
    uses_own = any(part.id == "self" for part in later if part not in _of_super(call))
    return not uses_own and not read & bound and not commented and names.isdisjoint(_OF_BASE) and apart


def _of_super(call: ast.stmt) -> set[ast.AST]:
    """The names in `super(Own, self)`."""
    return {
        part
        for each in ast.walk(call)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        for part in each.args
        if each.func.id == "super"
    }
