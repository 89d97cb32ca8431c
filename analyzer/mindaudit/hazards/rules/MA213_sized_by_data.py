"""Operations whose output size is taken from tensor values: by PyTorch's own tag, and by sizes that are read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import Call, FileView, Hit
from mindaudit.hazards.queries.reading import reads_data
from mindaudit.hazards.queries.sizes import length_cause

_REPEATING = ("torch.repeat_interleave", "torch.Tensor.repeat_interleave")
_SPLITTING = ("torch.split", "torch.Tensor.split", "torch.split_with_sizes", "torch.Tensor.split_with_sizes", "torch.tensor_split")
_PACKING = (
    "torch.nn.utils.rnn.pack_padded_sequence",
    "torch.nn.utils.rnn.pack_sequence",
    "torch.nn.utils.rnn.unpad_sequence",
    "torch.combinations",
)
_ELSEWHERE = frozenset(
    f"torch.{prefix}{name}"
    for name in (
        "masked_select",
        "nonzero",
        "argwhere",
        "unique",
        "unique_consecutive",
        "where",
        "bincount",
        "repeat_interleave",
        "one_hot",
    )
    for prefix in ("", "Tensor.", "nn.functional.")
)
"""Told by rules of their own, or below."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: repeats given as a tensor, one_hot without num_classes, sizes of parts from data, and whatever else torch tags so."""
    for call in view.calls_of(*_REPEATING):
        repeats = call.operand(1, "repeats") or call.operand(0, "repeats")
        if repeats and view.tensor(repeats.expression) is not None and not call.operand(9, "output_size"):
            fields = {"input": view.text_of(call.operand(0, "input")), "repeats": view.text_of(repeats)}
            yield view.hit(call, call.level, variant="repeat_interleave", construct="repeat_interleave")._replace(fields=fields)
    for call in view.calls_of("torch.nn.functional.one_hot"):
        if len(call.operands) == 1 and not call.starred:
            yield view.hit(call, call.level, variant="one_hot", input=view.text_of(call.operands[0]))
    for call in view.calls_of(*_SPLITTING):
        sizes = call.operand(1, "split_size_or_sections", "split_size", "split_sizes", "indices_or_sections", "tensor_indices_or_sections")
        if sizes and (length_cause(view, sizes.expression) == "data" or reads_data(view.program, view.module, sizes.expression)):
            yield view.hit(call, call.level)
    for call in (*view.calls_of(*_PACKING), *_otherwise_tagged(view)):
        yield view.hit(call, call.level)


def _otherwise_tagged(view: FileView) -> Iterator[Call]:
    return (call for call in view.calls_tagged("dynamic_output_shape") if not call.names & (_ELSEWHERE | set(_PACKING)))
