"""In-place forms: the receiver's new value, assigned to the receiver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from mindaudit.classify.answer import is_assignable, is_operation
from mindaudit.classify.candidates import is_in_place
from mindaudit.classify.syntax import alone
from mindaudit.model import Span, Usage

OTHERS: Final = "other references to the tensor keep its old value"
_ITSELF: Final = "{} itself keeps its old value"
# Torch's view operations, and those that return their input when there is nothing to do: changing their result changes the input.
_MAY_SHARE: Final = frozenset(
    [
        "H",
        "T",
        "adjoint",
        "as_strided",
        "atleast_1d",
        "atleast_2d",
        "atleast_3d",
        "bfloat16",
        "bool",
        "broadcast_to",
        "byte",
        "char",
        "chunk",
        "contiguous",
        "cpu",
        "cuda",
        "data",
        "detach",
        "diagonal",
        "double",
        "dsplit",
        "expand",
        "expand_as",
        "flatten",
        "float",
        "half",
        "hsplit",
        "imag",
        "indices",
        "int",
        "long",
        "mH",
        "mT",
        "moveaxis",
        "movedim",
        "narrow",
        "permute",
        "positive",
        "ravel",
        "real",
        "requires_grad_",
        "reshape",
        "reshape_as",
        "resolve_conj",
        "resolve_neg",
        "select",
        "short",
        "split",
        "split_with_sizes",
        "squeeze",
        "swapaxes",
        "swapdims",
        "t",
        "tensor_split",
        "to",
        "transpose",
        "type",
        "type_as",
        "unbind",
        "unflatten",
        "unfold",
        "unsqueeze",
        "values",
        "view",
        "view_as",
        "view_as_complex",
        "view_as_real",
        "vsplit",
        "as_tensor",
        "asarray",
        "from_numpy",
        "broadcast_tensors",
        "getitem",
        "__getitem__",
        "get_buffer",
        "get_parameter",
        "parameters",
        "buffers",
    ]
)


@dataclass(frozen=True, slots=True)
class Assignment:
    """An in-place call written as an assignment."""

    text: str
    difference: str
    """What other code notices, "" for nothing."""


def assign(value: str, rendered: Callable[[Span], str], receiver: Span, statement: bool, judged: Mapping[Span, Usage]) -> Assignment | None:
    """The substitution of an in-place call from its receiver's new value; None if nothing can be assigned to.

    `rendered` gives the text of a span with what is replaced in it.
    A statement becomes an assignment to the receiver; in a chain (`x.mul_(2).add_(1)`) to the chain's first one. Inside an expression only
    the value can be given, and that is all there is to it if the receiver was made for this call (`torch.empty(2).normal_()`).
    """
    while (inner := judged.get(receiver)) and is_in_place(inner.torch_name) and inner.receiver:
        receiver = inner.receiver.span
    target = rendered(receiver)
    if inner and inner.kind == "call" and inner.torch_name.rpartition(".")[2] not in _MAY_SHARE:
        return Assignment(value, "")
    if is_operation(target):
        return Assignment(value, "")
    if not is_assignable(target):
        return None
    if not statement:
        return Assignment(value, _ITSELF.format(target))
    return Assignment(f"{target} = {alone(value)}", OTHERS)
