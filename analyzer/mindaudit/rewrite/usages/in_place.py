"""In-place changes of tensors to which other references exist.

Such are a loop's variable, a parameter that its function does not return, a name of an enclosing function, what an attribute, a container
or a tensor holds, what a list, an object or a second name was given, and a tensor that keeps gradients. Assigning only the name would lose
the change. Outside of graphs all elements are assigned instead; graphs have no such assignment, so a comment is left there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mindaudit.classify.bind import OUT
from mindaudit.classify.inplace import OTHERS, changed
from mindaudit.model import Finding, Span, Usage
from mindaudit.rewrite.imports.local_imports import meanings
from mindaudit.rewrite.tensors.gradient_state import is_input, keeps_gradient
from mindaudit.rewrite.tensors.written_state import THROUGH, viewed_tensor
from mindaudit.rewrite.text.augmented import Pieces, called, is_read_twice
from mindaudit.rewrite.text.edits import Edits
from mindaudit.rewrite.text.marks import unmark
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.callers import FORWARDS, is_needed_by_callers, need_argument
from mindaudit.rewrite.usages.containers import Function, as_function
from mindaudit.rewrite.usages.numpy_memory import shares_array
from mindaudit.rewrite.usages.operators import OPERATORS
from mindaudit.rewrite.usages.owned import is_owned_elsewhere
from mindaudit.rewrite.usages.references import THROUGH as THROUGH_ALL
from mindaudit.rewrite.usages.references import (
    WHOLE,
    given_back,
    has_views,
    index_of,
    is_alias,
    is_item,
    is_parameter,
    is_shared_outside,
    is_view,
    returns,
    view_in,
)
from mindaudit.rewrite.usages.saved_values import from_copy, is_recorded, operated
from mindaudit.sources.syntax import parse_expression

_NAME = re.compile(r"[^\W\d]\w*")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+$")
_FIRST = re.compile(r"[^\W\d]\w*(?=\s*[,)])")
_ITEMS = re.compile(r"(\w+)\[.+\]", re.DOTALL)
_REPEATED = (ast.For, ast.While, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""What runs what is in it again, or at another time."""

RESHAPED = re.compile(r"\.(?:as_strided|squeeze|swapaxes|swapdims|t|transpose|unsqueeze)_\(")
"""In-place methods that give a tensor another shape."""
_IN_PLACE = re.compile(r"\.[a-z]\w*_\(")
BECOMES = "becomes"
"""The recipe for them."""


class _Held(NamedTuple):
    """How a tensor with a local name is referenced elsewhere."""

    what: str
    remedy: str
    whole: str
    """The index that stores into all elements; "" where a recipe has to, since nobody sees whether the tensor is a view."""
    again: bool = False
    """Whether a recipe does it and binds the name again: an index fails in inputs of what is differentiated, and in views."""

    @property
    def by_recipe(self) -> bool:
        """Whether a recipe does it if the file may call one."""
        return self.again or not self.whole


_LOOPED = _Held("alone is set", "if what the loop goes over has to change", "")
_PASSED = _Held("is set in this function only", "if the caller's tensor has to change", "")
_ENTERED = _PASSED._replace(again=True)
_OUTER = _Held("belongs to the code around this function, and is unbound here", "so that it changes there", "")
_LEARNED = _Held("becomes another tensor, which keeps no gradient", "so that it goes on keeping them", ".data")
_OWNED = _Held("alone is set", "if what else holds the tensor has to change", "")
_TAKEN = _Held("alone is set", "if what it was taken from or what keeps it has to change", WHOLE)
_SHARED = _TAKEN._replace(whole=THROUGH_ALL, again=True)
_CHOSEN = _TAKEN._replace(whole="", again=True)
"""An item by a key of which nothing is known, of a list or of a tensor, or one of several: a recipe changes it and binds the name again."""

_ALIAS = _TAKEN._replace(whole="")
"""Another name of what may be a leaf that keeps gradients: MindSpore refuses stores into `...` of it."""


def keep_in_place(edits: Edits, findings: Sequence[Finding], places: Places, recipe: str) -> None:
    """Applies in-place changes, or leaves remarks on them. `recipe` stores into any tensor; "" if the file may call none."""
    calls = {finding.usage.span: finding.usage for finding in findings if finding.usage.kind == "call"}
    augmented = {places.span(node): node for node in nodes(places.tree) if isinstance(node, ast.AugAssign)}
    for finding in findings:
        span = finding.usage.span
        operator = augmented.get(span) if finding.usage.certainty != "possible" else None
        source = places.text[slice(*span)]
        target = ast.unparse(operator.target) if operator else (finding.substitution or "").partition(" = ")[0]
        if OTHERS not in finding.differences or not (finding.usage.statement or finding.usage.whole or operator):
            continue
        eager = places.is_eager(span[0])
        if eager and recipe and not operator and _given_on(finding, edits, recipe, places, calls):
            continue
        if finding.usage.whole == "returned":
            continue
        if eager and recipe and not operator and not only_reshapes(source) and _stored_through(target, finding.usage, edits, places):
            continue
        held = _held(target, span, places, eager)
        if held is None and eager and not operator and target.endswith(".data"):
            held = _OWNED
        if held is None:
            continue
        if eager and operator:
            edits.replaced += _operated(operator, finding.usage, held, edits, places, recipe)
        elif not eager or not _stored(target, finding.usage, edits, held, recipe, places):
            edits.remarks.append((span[0], f"{unmark(target)} {held.what}; write {unmark(target)}[...] = … in PyNative mode {held.remedy}"))


def _given_on(finding: Finding, edits: Edits, recipe: str, places: Places, calls: Mapping[Span, Usage]) -> bool:
    """Whether what takes the result of an in-place call, `y = y.mul_(2)` or a return, now gets the tensor itself, changed by the recipe."""
    usage, name = finding.usage, _changed_by(finding.usage, places.text, calls)
    stored = (finding.substitution or "").partition(" = ")
    is_part = usage.receiver is not None and stored[0] == places.text[slice(*usage.receiver.span)]
    if stored[1] and (is_part or any(each.keyword == OUT for each in usage.arguments)):
        name = stored[0]  # what is changed, not all that the name holds, nor the first argument
    before = f"{name} = " if (finding.substitution or "").startswith(f"{name} = ") else ""
    if not name or usage.statement or not usage.whole or (before and usage.receiver and name.isidentifier()):
        return False
    around = places.around(usage.span[0], ast.Assign, ast.AnnAssign, ast.Return)
    if not around or RESHAPED.search(places.text, *usage.span):
        return False
    if name.isidentifier() and _held(name, (places.span(around[-1])[0], usage.span[1]), places, True) is None:
        return False
    return _written(edits, usage, before, lambda new: f"{recipe}({name}, {from_copy(new, name, usage, places)})", recipe)


def _changed_by(usage: Usage, text: str, calls: Mapping[Span, Usage]) -> str:
    """The name or the attribute that a method in place changes, or a function with `inplace`: that has it first. "" for anything else."""
    if usage.receiver is None:
        found = _FIRST.match(text, text.index("(", (usage.callee or usage.span)[1]) + 1)
    else:
        span = usage.receiver.span
        while span in calls and (inner := changed(calls[span])):
            span = inner
        found = _DOTTED.match(text, *span) or _NAME.fullmatch(text, *span)
    return found[0] if found else ""


def _operated(node: ast.AugAssign, usage: Usage, held: _Held, edits: Edits, places: Places, recipe: str) -> Pieces:
    """The texts that make an augmented assignment change its target in place: by a recipe, or else by a store into all elements."""
    by_recipe = OPERATORS.get(type(node.op)) if recipe and held.by_recipe and is_read_twice(node.target) else None
    if by_recipe is None:
        return operated(node, usage, held.whole or WHOLE, places)
    edits.recipes.add(by_recipe)
    return called(node, by_recipe, places, bind=held is not _OUTER)


def only_reshapes(code: str) -> bool:
    """Whether all methods in place that code calls give a tensor another shape."""
    return len(RESHAPED.findall(code)) == len(_IN_PLACE.findall(code)) > 0


def is_held(target: str, change: Span, places: Places) -> bool:
    """Whether other references to what a target names are known or likely, outside of graphs."""
    return _held(target, change, places, True) is not None


def _held(target: str, change: Span, places: Places, eager: bool) -> _Held | None:
    """How the tensor of a target, or one of several, is referenced elsewhere; None if no other reference is known."""
    several = parse_expression(target) if target[:1] in ("(", "[") else None
    if isinstance(several, ast.Tuple | ast.List):
        return _CHOSEN if any(_held(ast.unparse(each), change, places, eager) for each in several.elts) else None
    return _by_name(target, change, places, eager) or (_owned(target, change, places) if eager else None)


def _by_name(target: str, change: Span, places: Places, eager: bool) -> _Held | None:
    """How the tensor of a name is referenced elsewhere, or one that keeps gradients."""
    place = change[0]
    if keeps_gradient(target, place, places) or (is_input(target, place, places) and not is_recorded(place, places)):
        return _LEARNED
    if _is_outer(target, place, places):
        return _OUTER
    if _is_looped(target, place, places):
        return _LOOPED
    function = _function_at(place, places)
    if _is_passed(target, place, places, eager):
        return _ENTERED if function and function.name in FORWARDS else _PASSED
    if function is not None and (is_view(target, place, function, places) or has_views(target, change, function, places)):
        return _SHARED
    if eager and function is not None and shares_array(target, change, function, places):
        return _LOOPED
    if function is not None and is_shared_outside(target, function, places):
        return _TAKEN
    index = index_of(target, change, function, places) if function is not None else ""
    if function is not None and index == WHOLE and not is_recorded(place, places) and is_alias(target, place, function, places):
        return _ALIAS
    if not index and eager and function is not None and is_item(target, place, function, places):
        return _CHOSEN
    return _TAKEN._replace(whole=index) if index else None


def _owned(target: str, change: Span, places: Places) -> _Held | None:
    """How an attribute or an item is referenced elsewhere; None for a name, and if no other reference is likely."""
    function = _function_at(change[0], places)
    expression = next(
        (
            node
            for node in nodes(places.tree)
            if isinstance(node, ast.Attribute | ast.Subscript)
            and change[0] <= places.span(node)[0] < change[1]
            and target in (ast.unparse(node), places.text[slice(*places.span(node))])
        ),
        None,
    )
    return _OWNED if function and expression and is_owned_elsewhere(expression, function, places) else None


def _is_outer(name: str, place: int, places: Places) -> bool:
    """Whether a function only reads a name, so that an assignment would make a local variable of it."""
    function = _function_at(place, places)
    if function is None or not name.isidentifier():
        return False
    return all(bound != name for node in ast.walk(function) for bound, _ in meanings(node))


def _is_looped(name: str, place: int, places: Places) -> bool:
    """Whether an enclosing loop assigns a name anew in each iteration."""
    return any(isinstance(part, ast.Name) and part.id == name for node in places.around(place, ast.For) for part in ast.walk(node.target))


def _stored(target: str, usage: Usage, edits: Edits, held: _Held, recipe: str, places: Places) -> bool:
    """Whether the assignment that stands for a usage is now a store into all elements, by an index or else by a recipe."""
    is_named = usage.whole == "assigned"  # the other name is to be bound to the same tensor
    before, index = f"{target} = ", "" if recipe and (held.by_recipe or is_named or held is _LEARNED) else held.whole or WHOLE
    if recipe and held is not _LEARNED and only_reshapes(places.text[slice(*usage.span)]):
        return _written(edits, usage, before, lambda value: f"{before if held.again else ''}{BECOMES}({target}, {value})", BECOMES)
    if not index and RESHAPED.search(places.text, *usage.span):
        return True  # a tensor of another shape cannot be stored: it is assigned
    start, end = (f"{target}{index} = ", "") if index else (f"{before if held.again else ''}{recipe}({target}, ", ")")
    made = "" if index else recipe
    return _written(edits, usage, before, lambda value: f"{start}{from_copy(value, target, usage, places)}{end}", made)


def _stored_through(target: str, usage: Usage, edits: Edits, places: Places) -> bool:
    """Whether the store into items of a view or of named data, `c[:-1] = …` or `x.T[1] = …`, now goes through the recipe for those."""
    named, function = _ITEMS.fullmatch(target), _function_at(usage.span[0], places)
    if function is not None and named is not None and is_view(named[1], usage.span[0], function, places):
        base, kept = named[1], ", True"
    else:
        base = view_in(target)
        kept = viewed_tensor(parse_expression(base)) if base else ""
    if not base or function is None:
        return False
    items = target.removeprefix(base)
    return _written(edits, usage, f"{target} = ", lambda value: f"{THROUGH}({base}{kept}){items} = {value}", THROUGH)


def _written(edits: Edits, usage: Usage, before: str, new: Callable[[str], str], recipe: str) -> bool:
    """Whether something stands for a usage that begins with `before`; `new` makes of what follows what stands there now, by a recipe."""
    for number, (place, old) in enumerate(edits.replaced):
        if place == usage.span and old.startswith(before):
            edits.replaced[number] = (place, new(old.removeprefix(before)))
            edits.recipes |= {recipe} if recipe else set()
            return True
    return False


def _is_passed(name: str, place: int, places: Places, eager: bool) -> bool:
    """Whether a name is still bound to the parameter of its function, which does not return it.

    Outside of graphs, where the change is written and not reported, what is only computed from it does not count. In a forward it does,
    unless a caller is seen that needs its own tensor: networks change what they are given without need of it.
    """
    function = _function_at(place, places)
    if function is None or not is_parameter(name, place, function, places):
        return False
    if function.name in FORWARDS:
        return name not in _returned(function) or (eager and need_argument(function, name, places))
    if not eager:
        return name not in _returned(function) or is_needed_by_callers(function, name, places)
    return name not in given_back(function) or need_argument(function, name, places)


def _returned(function: Function) -> set[str]:
    """The names in what a function returns."""
    values = [node.value for node in returns(function.body) if node.value is not None]
    return {part.id for value in values for part in ast.walk(value) if isinstance(part, ast.Name)}


def _function_at(place: int, places: Places) -> Function | None:
    """The innermost function around a place; what the file runs itself as one. None in a class."""
    around: list[Function | ast.ClassDef] = places.around(place, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    functions = [node for node in around if not isinstance(node, ast.ClassDef)]
    return functions[-1] if functions else None if around else as_function(places.tree)


def is_last_read(name: str, span: Span, places: Places) -> bool:
    """Whether a function sets a name itself and reads it nowhere after a place, which lies in no loop and in no function inside of it."""
    function = _function_at(span[0], places)
    if function is None or function is as_function(places.tree):
        return False
    named = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    reads = [places.span(node)[0] for node in named if isinstance(node.ctx, ast.Load)]
    inner = set(ast.walk(function))
    repeated = [node for node in places.around(span[0], *_REPEATED) if node in inner]
    is_own = any(isinstance(node.ctx, ast.Store) for node in named)
    new_from = _set_again(name, span[0], places)
    return is_own and all(read < span[1] or 0 <= new_from <= read for read in reads) and not repeated


def _set_again(name: str, offset: int, places: Places) -> int:
    """Where the assignment around a place ends, if the name is all that it sets and is read there once; else -1."""
    assigned = [node for node in places.around(offset, ast.Assign) if isinstance(node, ast.Assign)]
    alone = [node for node in assigned if [ast.unparse(target) for target in node.targets] == [name]]
    read = [node for node in ast.walk(alone[-1].value) if isinstance(node, ast.Name) and node.id == name] if alone else []
    return places.span(alone[-1])[1] if len(read) == 1 else -1
