"""`torch.nn.ParameterList` and `ParameterDict`. Entries that are no tensors are kept as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import mindspore
from mindspore import Tensor

from ...dtype_text import dtype_text
from ...typed_tensors import tensor_type
from ..parameter import Parameter
from .module import Module


def _as_parameter(value: Any) -> Any:
    if isinstance(value, Tensor) and not isinstance(value, mindspore.Parameter):
        return Parameter(value)
    return value


def _lines(items: Iterable[tuple[Any, Any]], named: Callable[[Tensor], str]) -> str:
    """The lines that tell of the entries when a module is printed; `named` tells of what kind a tensor is."""

    def text(value: Any) -> str:
        if not isinstance(value, Tensor):
            return f"Object of type: {type(value).__name__}"
        return f"Parameter containing: [{named(value)} of size {'x'.join(map(str, value.shape))}]"

    return "\n".join(f"  ({key}): {text(value)}" for key, value in items)


class ParameterList(Module):
    """A list of parameters; tensors become parameters."""

    held: tuple[Any, ...]
    """The parameters as a graph reads them: what an item gives is a constant to it."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        self.held = ()
        if values is not None:
            self += values

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return type(self)([self[number] for number in range(*idx.indices(len(self)))])
        return getattr(self, self._key(idx))

    def __setitem__(self, idx: int, param: Any) -> None:
        setattr(self, self._key(idx), _as_parameter(param))
        self.held = tuple(self)

    def __len__(self) -> int:
        return self._size

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[Any]:
        return iter([self[number] for number in range(len(self))])

    def __iadd__(self, parameters: Iterable[Any]) -> Any:
        return self.extend(parameters)

    def extra_repr(self) -> str:
        """See Module."""
        return _lines(enumerate(self), lambda value: dtype_text(value.dtype))

    def _key(self, idx: int) -> str:
        number, size = idx.__index__(), len(self)
        if not -size <= number < size:
            raise IndexError(f"index {number} is out of range")
        return str(number % size)

    def append(self, value: Any) -> Any:
        """Add a value at the end; gives the list."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> Any:
        """Add values at the end; gives the list. Raises TypeError for what cannot be iterated over."""
        if isinstance(values, Tensor) or not isinstance(values, Iterable):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in list(values):
            self.append(value)
        return self

    def pop(self, idx: int) -> Any:
        """Remove the value at a position and give it back."""
        values = list(self)
        value = values.pop(idx)
        for number in range(self._size):
            delattr(self, str(number))
        self._size, self.held = 0, ()
        self.extend(values)
        return value


class ParameterDict(Module):
    """A dictionary of parameters; tensors become parameters."""

    held: dict[str, Any]
    """The parameters as a graph reads them: what an item gives is a constant to it."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        self.held = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str) -> Any:
        if key not in self._keys:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[key] = None
        setattr(self, key, _as_parameter(value))
        self.held = dict(self.items())

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)
        self.held = dict(self.items())

    def __len__(self) -> int:
        return len(self._keys)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._keys))

    def __contains__(self, key: Any) -> bool:
        return key in self._keys

    def __or__(self, other: Any) -> Any:
        joined = self.copy()
        joined.update(other)
        return joined

    def __ior__(self, other: Any) -> Any:
        self.update(other)
        return self

    def extra_repr(self) -> str:
        """See Module."""
        return _lines(self.items(), tensor_type)

    def copy(self) -> Any:
        """A dictionary with the same parameters."""
        return ParameterDict(dict(self.items()))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a key, which becomes the default if there is none."""
        if key not in self._keys:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Remove all values."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Remove a value and give it back."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Remove the last pair and give it back."""
        key = list(self._keys)[-1]
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self[key] if key in self._keys else default

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> Any:
        """A new dictionary with these keys."""
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Any:
        """The names."""
        return self._keys.keys()

    def items(self) -> Any:
        """Names and values."""
        return [(key, self[key]) for key in self._keys]

    def values(self) -> Any:
        """The values."""
        return [self[key] for key in self._keys]

    def update(self, parameters: Any) -> None:
        """Add the values of pairs, or of a dictionary, of which only an OrderedDict and a ParameterDict keep their order."""
        pairs = parameters.items() if hasattr(parameters, "items") else parameters
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            pairs = sorted(pairs)
        for key, value in pairs:
            self[key] = value
