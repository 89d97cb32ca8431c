"""Results of several tensors whose parts are read by name, as torch's are: `torch.max(x, 1).values`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mindspore import Tensor

_named_tuple: Callable[[str, Sequence[str]], Any] = namedtuple


def named_result(parts: Iterable[Tensor], *names: str) -> tuple[Tensor, ...]:
    """The parts as a named tuple with these field names. Any backend; exact."""
    result: tuple[Tensor, ...] = _named_tuple("named_result", names)(*parts)
    return result
