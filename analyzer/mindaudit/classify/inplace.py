"""In-place forms: the receiver's new value, assigned to the receiver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mindaudit.classify.answer import is_assignable
from mindaudit.classify.candidates import is_in_place
from mindaudit.classify.syntax import alone
from mindaudit.model import Span, Usage

OTHERS = "other references to the tensor keep its old value"
_ITSELF = "{} itself keeps its old value"


@dataclass(frozen=True, slots=True)
class Assignment:
    """An in-place call written as an assignment."""

    text: str
    difference: str


def assign(value: str, source: str, receiver: Span, statement: bool, judged: Mapping[Span, Usage]) -> Assignment | None:
    """The substitution of an in-place call from its receiver's new value; None if nothing can be assigned to.

    A statement becomes an assignment to the receiver; in a chain (`x.mul_(2).add_(1)`) to the chain's first one. Inside an expression only
    the value can be given.
    """
    while (inner := judged.get(receiver)) and is_in_place(inner.torch_name) and inner.receiver:
        receiver = inner.receiver.span
    target = source[slice(*receiver)]
    if not is_assignable(target):
        return None
    if not statement:
        return Assignment(value, _ITSELF.format(target))
    return Assignment(f"{target} = {alone(value)}", OTHERS)
