"""In-place forms of functions: the new value of the receiver is assigned to the receiver."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mindaudit.classify.answer import is_assignable, is_operation
from mindaudit.classify.bind import OUT
from mindaudit.classify.candidates import is_in_place
from mindaudit.classify.syntax import alone
from mindaudit.model import LOST, Span, Usage
from mindaudit.resolve.queries.new_results import MAY_SHARE
from mindaudit.sources.syntax import parse_expression
from mindaudit_data import views

OTHERS: Final = "other references to the tensor keep its old value"
ITSELF: Final = f"{{}}{LOST}"
VIEWS: Final = frozenset(f"torch.Tensor.{name}" for name in views.ATTRIBUTES)
"""Attributes that share a tensor's data in torch, and nothing can be assigned to."""
_PART: Final = re.compile(r"\[\d+\]|\.\w+")
"""What takes one of several results."""
_GRADIENT: Final = "torch.Tensor.grad"


@dataclass(frozen=True, slots=True)
class Assignment:
    """An in-place call written as an assignment."""

    text: str
    difference: str
    """What other code notices, "" for nothing."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The context of an in-place call."""

    text: str
    rendered: Callable[[Span], str]
    """Gives the text of a span with what is replaced in it."""
    judged: Mapping[Span, Usage]
    """The usages inside."""
    stores: bool
    """Whether a store into a view reaches its tensor: in PyNative mode."""
    continued: frozenset[Span]
    """The in-place calls that go on in another one (`x.mul_(2)` in `x.mul_(2).add_(1)`)."""


def continued(usages: Sequence[Usage], text: str) -> frozenset[Span]:
    """The in-place calls whose value is the receiver of another one that stands as a statement, or whose value one assigns or returns.

    Not where the other one reads again what is changed: `x.mul_(2).add_(x)`.
    """
    found: set[Span] = set()
    receivers = {usage.span: span for usage in usages if (span := changed(usage))}
    for usage in sorted(usages, key=lambda usage: usage.span[0] - usage.span[1]):
        goes_on = is_in_place(usage.torch_name) and usage.span in receivers and (usage.statement or usage.whole or usage.span in found)
        if goes_on and not _reads_again(usage, receivers, text):
            found.add(receivers[usage.span])
    return frozenset(found)


def changed(usage: Usage) -> Span | None:
    """What a call changes and gives back: the receiver of an in-place method, or what a function gets as `out`."""
    if is_in_place(usage.torch_name):
        return usage.receiver.span if usage.receiver else None
    given = (each.span for each in usage.arguments if each.keyword == OUT and each.value.types != {"None"})
    return next(given, None) if usage.kind == "call" else None


def _reads_again(usage: Usage, receivers: Mapping[Span, Span], text: str) -> bool:
    """Whether an argument of an in-place call reads what a chain of such calls changes."""
    first = receivers[usage.span]
    while first in receivers:
        first = receivers[first]
    name = re.compile(rf"(?<![\w.]){re.escape(text[slice(*first)])}(?!\w)")
    return any(name.search(text, *argument.span) for argument in usage.arguments)


def assign(value: str, receiver: Span, usage: Usage, around: Surroundings) -> Assignment | None:
    """The substitution of an in-place call from its receiver's new value; None if nothing can be assigned to.

    A statement becomes an assignment to the receiver; in a chain (`x.mul_(2).add_(1)`) to the chain's first one.
    So does what an assignment takes: `y = x.sub_(1)` becomes `y = x = …`. Elsewhere only the value can be given, and that is all there is
    to it if the receiver was made for this call (`torch.empty(2).normal_()`), or if nothing of the function runs after it.
    """
    while (inner := around.judged.get(receiver)) and (span := changed(inner)):
        receiver = span
    target = _detached(inner, usage, around) or around.rendered(receiver)
    if _is_made_here(inner or _whole_of(receiver, around), around):
        return Assignment(value, "")
    if is_operation(target) or usage.span in around.continued:
        return Assignment(value, "")
    if inner and inner.torch_name == _GRADIENT and usage.statement and not is_assignable(target):
        return Assignment(f"{target}.data = {alone(value)}", "")
    if not is_assignable(target) or (inner and inner.kind == "attribute" and inner.torch_name in VIEWS):
        is_lost = usage.statement and not (around.stores and _is_viewed(inner))
        return None if is_lost else Assignment(value, ITSELF.format(target))
    if usage.statement or (usage.whole == "assigned" and _is_view(target) and not _binds(around.text, usage.span[0], target)):
        return Assignment(f"{target} = {alone(value)}", OTHERS)
    is_bound = usage.whole == "assigned" and _binds(around.text, usage.span[0], target)
    return Assignment(value, OTHERS if is_bound or (usage.whole == "returned" and target.isidentifier()) else ITSELF.format(target))


def _detached(inner: Usage | None, usage: Usage, around: Surroundings) -> str:
    """The data of a tensor whose detached view a statement outside of networks changes: `p.detach().zero_()`; "" where none is."""
    if inner is None or inner.torch_name != "torch.Tensor.detach" or inner.receiver is None or inner.certainty == "possible":
        return ""
    return f"{around.rendered(inner.receiver.span)}.data" if usage.statement and usage.context != "network" else ""


def _whole_of(receiver: Span, around: Surroundings) -> Usage | None:
    """The call of whose results a receiver is one: `torch.max(x, 0)[0]`, `x.sort().values`; None for any other receiver."""
    start, end = receiver
    calls = [each for span, each in around.judged.items() if each.kind == "call" and span[0] == start and span[1] < end]
    return next((each for each in calls if _PART.fullmatch(around.text, each.span[1], end)), None)


def _is_made_here(usage: Usage | None, around: Surroundings) -> bool:
    """Whether a call makes a new tensor, itself or in what it takes a view of: `torch.zeros(2).float()`."""
    while usage and usage.kind == "call":
        if usage.torch_name.rpartition(".")[2] not in MAY_SHARE:
            return True
        usage = around.judged.get(usage.receiver.span) if usage.receiver else None
    return False


def _is_viewed(usage: Usage | None) -> bool:
    """Whether a call of a tensor's gives a view of it, in MindSpore too, or by a recipe."""
    return usage is not None and usage.kind == "call" and usage.torch_name.rpartition(".")[2] in views.SHARED | views.BY_RECIPES


def _binds(text: str, start: int, target: str) -> bool:
    """Whether the statement already assigns the expression at a place to the target: `x = x.sub_(1)`."""
    return re.search(rf"(?<![\w.]){re.escape(target)}\s*=\s*$", text[max(0, start - len(target) - 20) : start]) is not None


def _is_view(target: str) -> bool:
    """Whether what a target names is surely the tensor itself: an index that may be a tensor makes a copy."""
    tree = parse_expression(target)
    indices = [node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    parts = [part for index in indices for part in (index.elts if isinstance(index, ast.Tuple) else [index])]
    return all(isinstance(part, ast.Constant | ast.Slice | ast.UnaryOp) for part in parts)
