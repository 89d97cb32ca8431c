"""`torch.torch_version`: the release of torch whose interface stands here."""

from __future__ import annotations

import re
from typing import Any


def _release(version: Any) -> tuple[int, ...]:
    """A version's numbers without zeros at the end; what follows them, such as `+cpu` or `rc1`, does not count."""
    parts = [str(part) for part in version] if isinstance(version, tuple | list) else re.sub(r"[^\d.].*", "", str(version)).split(".")
    numbers = [int(part) for part in parts if part.isdigit()]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


class TorchVersion(str):
    """A text that compares with texts and tuples as versions do: "2.10" is later than "2.5"."""

    __slots__ = ()

    def __lt__(self, other: Any) -> bool:
        return _release(self) < _release(other)

    def __le__(self, other: Any) -> bool:
        return _release(self) <= _release(other)

    def __gt__(self, other: Any) -> bool:
        return _release(self) > _release(other)

    def __ge__(self, other: Any) -> bool:
        return _release(self) >= _release(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str | tuple | list) and _release(self) == _release(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return str.__hash__(self)


__version__ = TorchVersion("2.13.0")
