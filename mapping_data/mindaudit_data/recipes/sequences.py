"""`torch.nn.utils.rnn.pad_sequence` and `unpad_sequence`.

MindSpore 2.0 and newer; exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, ops


def pad_sequence(sequences: Sequence[Tensor], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right") -> Tensor:
    """Tensors (length, …) of different lengths as one: (longest, N, …), or (N, longest, …) with `batch_first`."""
    longest = max(sequence.shape[0] for sequence in sequences)
    rows = []
    for sequence in sequences:
        missing = longest - sequence.shape[0]
        filling = ops.full((missing, *sequence.shape[1:]), padding_value, dtype=sequence.dtype)
        parts = (sequence, filling) if padding_side == "right" else (filling, sequence)
        rows.append(ops.cat(parts, 0) if missing else sequence)
    return ops.stack(rows, 0 if batch_first else 1)


def unpad_sequence(padded: Tensor, lengths: Any, batch_first: bool = False) -> list[Tensor]:
    """The sequences of a padded tensor, each cut to its length."""
    rows = padded if batch_first else padded.swapaxes(0, 1)
    return [rows[i][: int(length)] for i, length in enumerate(lengths)]
