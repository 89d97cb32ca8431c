"""Whether the truth value of an expression is read from tensor data, and with which certainty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.reading import NUMBERS, reads_data
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_SCALARS = NUMBERS | {"NoneType"}
_READING = frozenset(
    {
        "torch.Tensor.item",
        "torch.Tensor.tolist",
        "torch.Tensor.numpy",
        "torch.equal",
        "torch.allclose",
        "torch.Tensor.equal",
        "torch.Tensor.allclose",
    }
    | {f"builtins.{name}" for name in ("int", "float", "bool", "max", "min")}
)


def truth(view: FileView, index: int, test: Event) -> int | None:
    """How sure it is that a test, or a part of one, is decided by tensor data; None when it is not.

    A number that was read earlier makes a possible hazard only: the reading is told where it stands, and mended there.
    In code that no network reaches it is an ordinary number.
    """
    key = index, test.start
    if key not in view.truths:
        view.truths[key] = _truth(view, index, test)
    return view.truths[key]


def _truth(view: FileView, index: int, test: Event) -> int | None:
    match e := view.expression(index):
        case ex.Unary("Not", operand):
            return truth(view, operand, test)
        case ex.Boolean(_, operands):
            return _most(truth(view, part, test) for part in operands)
        case ex.Comparison():
            return _comparison(view, e, test)
        case ex.Narrowed(value):
            return truth(view, value, test)
    return _scalar(view, index, test)


def _comparison(view: FileView, e: ex.Comparison, test: Event) -> int | None:
    if all(operator in ("Is", "IsNot") for operator in e.operators):
        return None
    if any(operator in ("In", "NotIn") for operator in e.operators):
        return membership(view, e.operands)
    if any(_is_text(view.value(operand)) for operand in e.operands):
        return None
    return _most(_scalar(view, operand, test) for operand in e.operands)


def membership(view: FileView, operands: Sequence[int]) -> int | None:
    """How sure it is that `a in b` compares tensor data: on either side a tensor, and no dict or set, which go by identity."""
    by_identity = any(isinstance(atom, (at.Dict, at.Set)) for atom in view.value(operands[-1]).atoms)
    if by_identity or any(_is_text(view.value(operand)) for operand in operands):
        return None
    return _most(None if view.by_convention(operand) else view.tensor(operand) for operand in operands)


def _scalar(view: FileView, index: int, test: Event) -> int | None:
    """How sure it is that an expression is a tensor, or a number that was read from one."""
    value = view.value(index)
    if not value.atoms:
        return _number(view, index, test, v.LIKELY) if value.open else None
    if not all(isinstance(atom, (at.Tensor, at.Grown)) or v.type_name(atom) in _SCALARS for atom in value.atoms):
        return None
    tensors = view.tensor(index)
    if tensors is not None:
        return v.POSSIBLE if view.by_convention(index) else tensors
    return _number(view, index, test, v.POSSIBLE if value.open else value.level) if value.cause >= v.DATA else None


def _number(view: FileView, index: int, test: Event, level: int) -> int | None:
    if view.on_host(test.function) or not reads_data(view.evaluator, view.module, index):
        return None
    return level if _read_within(view, test) else v.POSSIBLE


def _read_within(view: FileView, test: Event) -> bool:
    """Whether a test itself reads: `if x.max().item() > 3`."""
    return any(test.start <= call.site.start < test.end for call in view.calls_of(*_READING))


def _most(levels: Iterable[int | None]) -> int | None:
    return max((level for level in levels if level is not None), default=None)


def _is_text(value: Value) -> bool:
    return any(v.type_name(atom) in ("str", "bytes") for atom in value.atoms)
