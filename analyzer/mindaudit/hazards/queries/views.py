"""The tensor of which an expression is a view: a write to one changes the other."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import gathers, origin
from mindaudit.resolve.values import atoms as at
from mindaudit_data import views

_REFUSED: Final = frozenset({"transpose", "swapaxes", "swapdims", "narrow", "chunk"})
"""They return views in graph mode, too, which must not be written to."""
_RESHAPING: Final = views.SINGLE - {"select", "detach"}
_TURNED: Final = frozenset({"T", "mT", "H"})
_PASSING: Final = frozenset({"contiguous", "unsqueeze"})
_ATTRIBUTES: Final = frozenset({"T", "mT", "H", "data"})


def viewed(view: FileView, index: int) -> int | None:
    """The tensor of which an expression is a view; None when it is none."""
    base = _base(view, origin(view, index))
    return base if base is not None and view.tensor(base) is not None else None


def is_sliced(view: FileView, index: int) -> bool:
    """Whether a view was made by slicing or going through a tensor, which MindSpore stores into as a whole, too."""
    e = view.expression(origin(view, index))
    return isinstance(e, ex.Subscript) or (isinstance(e, ex.Element) and view.tensor(e.iterable) is not None)


def is_reshaped(view: FileView, index: int) -> bool:
    """Whether a view has other dimensions than its tensor, so that in PyNative mode gradients of stores into it do not reach that."""
    e = view.expression(origin(view, index))
    return (isinstance(e, ex.Attribute) and e.name in _TURNED) or (isinstance(e, ex.Call) and _of_call(view, e, _RESHAPING) is not None)


def refuses_writes(view: FileView, index: int) -> bool:
    """Whether graph mode fails when an expression is written in place, since it is a view there."""
    e = view.expression(origin(view, index))
    if isinstance(e, ex.Element | ex.Item) and (whole := gone_through(view, e)) >= 0:
        e = view.expression(whole)
    if not isinstance(e, ex.Call):
        return False
    passed = _of_call(view, e, _PASSING)
    return _of_call(view, e, _REFUSED) is not None if passed is None else refuses_writes(view, passed)


def _base(view: FileView, index: int) -> int | None:
    """The expression that a method, an attribute, a slice or a part is a view of; None where it makes no view."""
    e = view.expression(index)
    match e:
        case ex.Call():
            return _of_call(view, e, views.SINGLE)
        case ex.Attribute(base, name):
            return base if name in _ATTRIBUTES else None
        case ex.Subscript(base, key):
            return None if gathers(view, key) else base
        case ex.Element() | ex.Item():
            return _of_part(view, e)
    return None


def _of_part(view: FileView, e: ex.Element | ex.Item) -> int | None:
    """What a part is a view of, which a loop or an unpacking takes from several views or from a tensor itself."""
    whole = gone_through(view, e)
    source = view.expression(whole) if whole >= 0 else None
    if isinstance(source, ex.Call):
        return _of_call(view, source, views.SEVERAL)
    return whole if whole >= 0 and view.tensor(whole) is not None else None


def gone_through(view: FileView, e: Expression) -> int:
    """What gives the parts of which an expression is one, behind `zip` and `enumerate`; -1 where that cannot be seen."""
    match e:
        case ex.Element(iterable):
            return iterable
        case ex.Item(sequence, position):
            inner = view.expression(sequence)
            whole = gone_through(view, inner) if isinstance(inner, ex.Element | ex.Item) else sequence
            source = view.expression(whole) if whole >= 0 else None
            if isinstance(source, ex.Call) and isinstance(inner, ex.Element | ex.Item):
                return _passed_through(view, source, position)
            return whole
    return -1


def _passed_through(view: FileView, call: ex.Call, position: int) -> int:
    """The argument of `zip` or `enumerate` whose parts stand at a position."""
    names = {atom.name for atom in view.value(call.callee).atoms if isinstance(atom, at.Builtin)}
    arguments = [each.expression for each in call.arguments if each.keyword is None]
    if names == {"zip"} and position < len(arguments):
        return arguments[position]
    return arguments[0] if names == {"enumerate"} and position == 1 and arguments else -1


def _of_call(view: FileView, call: ex.Call, names: frozenset[str]) -> int | None:
    """The receiver of a method of these names, or the first argument of torch's function of such a name."""
    method = view.expression(call.callee)
    if not isinstance(method, ex.Attribute) or method.name not in names:
        return None
    if any(isinstance(atom, at.Torch) for atom in view.value(call.callee).atoms):
        return next((each.expression for each in call.arguments if each.keyword in (None, "input")), None)
    return method.base
