"""`torch.nn.utils.rnn`: sequences of different lengths in one tensor."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from ...sequences import pad_sequence as pad_sequence
from ...sequences import unpad_sequence as unpad_sequence

_Packed = namedtuple("_Packed", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"], defaults=(None, None))


class PackedSequence(_Packed):
    """Sequences sorted by length, one time step after the other: `batch_sizes` says how many still run at each."""

    __slots__ = ()

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The same sequences, cast if a dtype is given."""
        dtypes = [value for value in (*args, kwargs.get("dtype")) if value is not None and not isinstance(value, str)]
        return self._replace(data=self.data.astype(dtypes[0])) if dtypes else self

    def cpu(self) -> PackedSequence:
        """The same sequences."""
        return self

    def cuda(self, *_: Any) -> PackedSequence:
        """The same sequences."""
        return self


def pack_padded_sequence(input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True) -> PackedSequence:
    """The first `lengths` steps of each row. Raises RuntimeError for lengths that are not sorted if `enforce_sorted`."""
    steps = input.swapaxes(0, 1) if batch_first else input
    sizes = np.asarray(lengths.asnumpy() if isinstance(lengths, Tensor) else lengths).astype(np.int64)
    order = np.argsort(-sizes, kind="stable")
    if enforce_sorted and (np.diff(sizes) > 0).any():
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True.")
    batch_sizes = [int((sizes > step).sum()) for step in range(int(sizes.max()))]
    sorted_indices = None if enforce_sorted else Tensor(order)
    rows = steps if enforce_sorted else ops.gather(steps, sorted_indices, 1)
    data = ops.cat([rows[step, :count] for step, count in enumerate(batch_sizes)], 0)
    unsorted_indices = None if enforce_sorted else Tensor(np.argsort(order))
    return PackedSequence(data, Tensor(batch_sizes, mindspore.int64), sorted_indices, unsorted_indices)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """The sequences in one padded tensor, and their lengths. Raises ValueError if `total_length` is too short."""
    sequences = unpack_sequence(sequence)
    lengths = [part.shape[0] for part in sequences]
    padded = pad_sequence(sequences, batch_first, padding_value)
    missing = 0 if total_length is None else total_length - max(lengths)
    if missing < 0:
        raise ValueError(f"Expected total_length to be at least {max(lengths)}, but got total_length={total_length}")
    if missing:
        axis = 1 if batch_first else 0
        shape = [missing if place == axis else size for place, size in enumerate(padded.shape)]
        padded = ops.cat([padded, ops.full(tuple(shape), padding_value, dtype=padded.dtype)], axis)
    return padded, Tensor(lengths, mindspore.int64)


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Sequences of different lengths, packed."""
    lengths = [sequence.shape[0] for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences one by one, in their order before packing."""
    sizes = packed_sequences.batch_sizes.asnumpy().tolist()
    starts = np.cumsum([0] + sizes)  # noqa: RUF005 - a graph spreads no list that it only knows at run time
    sequences = []
    for row in range(sizes[0]):
        places = [int(starts[step]) + row for step in range(len(sizes)) if row < sizes[step]]
        sequences.append(ops.gather(packed_sequences.data, Tensor(places, mindspore.int32), 0))
    order = packed_sequences.unsorted_indices
    return sequences if order is None else [sequences[int(place)] for place in order.asnumpy()]
