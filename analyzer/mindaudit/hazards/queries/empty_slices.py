"""Parts of tensors that may have no elements: slices that begin at 0 and may end there, and positions that data gives."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.origins import last_name, made_by_data
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_ZERO: Final = (ex.Constant("int", 0), ex.Constant("NoneType", None))
_FILLED: Final = frozenset({"nms", "batched_nms", "unique", "unique_consecutive", "bincount", "repeat_interleave"})
"""What gives nothing only of nothing."""
_GIVEN: Final = (ex.Parameter, ex.Phi)
"""Ends of which a caller decides whether they are 0; what is computed from a shape is not."""

_COUNTING: Final = frozenset({"enumerate", "range"})
"""What a loop goes over to count."""


def begins(view: FileView, part: ex.Slice) -> bool:
    """Whether a slice begins at 0."""
    return part.lower < 0 or view.expression(part.lower) in _ZERO


def may_be_zero(view: FileView, index: int) -> bool:
    """Whether 0 is among what an integer can be, or is what a parameter is that a call leaves out."""
    if index < 0:
        return False
    e = view.expression(index)
    if isinstance(e, ex.Parameter):
        default = next((each.default for each in view.facts.functions[e.function].params if each.name == e.name), -1)
        if default >= 0 and may_be_zero(view, default):
            return True
    return 0 in v.constants(view.value(index), "int")


def may_end_where_it_begins(view: FileView, key: int) -> bool:
    """Whether a slice in an index may take nothing by its own ends: `5:5`, `:0`, `:n` where `n` may be 0."""
    e = view.expression(key)
    slices = [
        part for each in (e.items if isinstance(e, ex.TupleDisplay) else (key,)) if isinstance(part := view.expression(each), ex.Slice)
    ]
    plain = [part for part in slices if part.step < 0 <= part.upper]
    return any(part.upper == part.lower or (begins(view, part) and may_be_zero(view, part.upper)) for part in plain)


def may_leave_nothing(view: FileView, key: int) -> bool:
    """Whether a slice in an index begins where a variable says and may take nothing: `n:` of `n` elements, `a:b` of an empty segment."""
    e = view.expression(key)
    parts = [view.expression(each) for each in (e.items if isinstance(e, ex.TupleDisplay) else (key,))]
    return any(isinstance(part, ex.Slice) and _is_given(view, part.lower) and _ends_freely(view, part) for part in parts)


def _ends_freely(view: FileView, part: ex.Slice) -> bool:
    return part.step < 0 and (part.upper < 0 or _is_given(view, part.upper))


def _is_given(view: FileView, index: int) -> bool:
    """Whether a bound is read from somewhere: no number that is written, nothing that is computed, and not the count of a loop."""
    e = view.unnarrowed(index) if index >= 0 else None
    return any(_is_read(view, each) for each in (view.facts.slots[e.slot] if isinstance(e, ex.Phi) else (index,) if e else ()))


def _is_read(view: FileView, index: int) -> bool:
    e = view.unnarrowed(index)
    taken = view.unnarrowed(e.sequence) if isinstance(e, ex.Item) and e.position == 0 else e
    over = view.unnarrowed(taken.iterable) if isinstance(taken, ex.Element) else None
    is_counted = isinstance(over, ex.Call) and last_name(view.unnarrowed(over.callee)) in _COUNTING
    return isinstance(e, ex.Parameter | ex.Subscript | ex.Attribute | ex.Item | ex.Element) and not is_counted


def takes_nothing(view: FileView, part: int) -> bool:
    """Whether a part of an index may take nothing: a slice, written or made by `slice`, or positions that data gives."""
    match e := view.unnarrowed(part):
        case ex.Slice(_, upper) if begins(view, e) or e.lower == upper:
            return _is_unsure(view, upper)
        case ex.Call(callee, (first, second)) if at.Builtin("slice") in view.value(callee).atoms:
            return view.expression(first.expression) in _ZERO and _is_unsure(view, second.expression)
    return False


def takes_found_positions(view: FileView, part: int) -> bool:
    """Whether a part of an index is a tensor of as many positions as data gives, perhaps none; a mask is no such tensor."""
    e = view.unnarrowed(part)
    e = view.unnarrowed(e.sequence) if isinstance(e, ex.Item) else e
    is_filled = isinstance(e, ex.Call) and last_name(view.unnarrowed(e.callee)) in _FILLED
    return not is_filled and view.tensor(part) is not None and mask_level(view, part) is None and made_by_data(view, part)


def _is_unsure(view: FileView, upper: int) -> bool:
    """Whether an end may be 0: a number or a name that may be, or an end from which on the rest is taken."""
    is_read = upper >= 0 and not isinstance(view.unnarrowed(upper), ex.Call | ex.Binary)
    return is_read and (may_be_zero(view, upper) or _is_rest_taken(view, upper))


def _is_rest_taken(view: FileView, upper: int) -> bool:
    """Whether a file also takes what begins at an end that a caller gives: `x[:n]` and `x[n:]`."""
    is_known = not isinstance(view.unnarrowed(upper), _GIVEN) or bool(v.constants(view.value(upper), "int"))
    return not is_known and any(_takes_rest(view, e, upper) for e in view.facts.expressions)


def _takes_rest(view: FileView, e: ex.Expression, lower: int) -> bool:
    match e:
        case ex.Slice(first, last):
            return first == lower and last < 0
        case ex.Call(_, (first, second)):
            return first.expression == lower and view.expression(second.expression) in _ZERO
    return False
