"""Operations whose output size is taken from tensor values: by PyTorch's own tag, and by sizes that are read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.reading import reads_data
from mindaudit.hazards.queries.sizes import length_cause

_REPEATING = ("torch.repeat_interleave", "torch.Tensor.repeat_interleave")
_SPLITTING = ("torch.split", "torch.Tensor.split", "torch.split_with_sizes", "torch.Tensor.split_with_sizes", "torch.tensor_split")
_SIZES = ("split_size_or_sections", "split_size", "split_sizes", "indices_or_sections", "tensor_indices_or_sections", "sections", "indices")
_PACKING = (
    "torch.nn.utils.rnn.pack_padded_sequence",
    "torch.nn.utils.rnn.pack_sequence",
    "torch.nn.utils.rnn.unpad_sequence",
    "torch.combinations",
)
_TOLD_ELSEWHERE = (
    "masked_select", "nonzero", "argwhere", "unique", "unique_consecutive", "where", "bincount", "repeat_interleave", "one_hot",
)  # fmt: skip
_ELSEWHERE = frozenset(f"torch.{prefix}{name}" for name in _TOLD_ELSEWHERE for prefix in ("", "Tensor.", "nn.functional."))
"""Told by rules of their own, or below."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: repeats given as a tensor, one_hot without num_classes, sizes of parts from data, and whatever else torch tags so."""
    for call in view.calls_of(*_REPEATING):
        repeats = call.argument("repeats")
        if repeats and view.tensor(repeats.expression) is not None and not call.argument("output_size"):
            fields = {name: view.text_of(call.argument(name)) for name in ("input", "dim", "repeats")}
            variant = "repeated" if call.argument("dim") else "repeat_interleave"
            yield view.hit(call, call.level, variant=variant, construct="repeat_interleave")._replace(fields=fields)
    for call in view.calls_of("torch.nn.functional.one_hot"):
        if call.operands and not call.argument("num_classes") and not call.starred:
            yield view.hit(call, call.level, variant="one_hot", input=view.text_of(call.argument("tensor")))
    for call in view.calls_of(*_SPLITTING):
        sizes = call.argument(*_SIZES)
        if sizes and (length_cause(view, sizes.expression) == "data" or reads_data(view.evaluator, view.module, sizes.expression)):
            yield view.hit(call, call.level)
    for call in (*view.calls_of(*_PACKING), *_otherwise_tagged(view)):
        yield view.hit(call, call.level)


def _otherwise_tagged(view: FileView) -> Iterator[Call]:
    return (call for call in view.calls_tagged("dynamic_output_shape") if not call.names & (_ELSEWHERE | set(_PACKING)))
