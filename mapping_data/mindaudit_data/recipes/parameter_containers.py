"""`torch.nn.ParameterList` and `torch.nn.ParameterDict`.

MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mindspore import Parameter, Tensor, nn


def _parameter(value: Any, name: str) -> Parameter:
    return value if isinstance(value, Parameter) else Parameter(value if isinstance(value, Tensor) else Tensor(value), name=name)


class ParameterListCell(nn.Cell):
    """Parameters by number, registered as "0", "1", …; tensors become parameters."""

    held: tuple[Parameter, ...]
    """The parameters as a graph reads them: what an item gives is a constant to it."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        super().__init__()
        self.size = 0
        object.__setattr__(self, "held", ())
        self.extend(values)

    def append(self, value: Any) -> ParameterListCell:
        """Adds one at the end."""
        self.insert_param_to_cell(str(self.size), _parameter(value, str(self.size)))
        self.size += 1
        object.__setattr__(self, "held", tuple(self))
        return self

    def extend(self, values: Iterable[Any]) -> ParameterListCell:
        """Adds several at the end."""
        for value in values:
            self.append(value)
        return self

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: int) -> Parameter:
        if not -self.size <= index < self.size:
            raise IndexError(index)
        return self._params[str(index % self.size)]

    def __iter__(self) -> Iterator[Parameter]:
        return iter([self[i] for i in range(self.size)])


class ParameterDictCell(nn.Cell):
    """Parameters by name; tensors become parameters."""

    held: dict[str, Parameter]
    """The parameters as a graph reads them: what an item gives is a constant to it."""

    def __init__(self, parameters: Any = ()) -> None:
        super().__init__()
        object.__setattr__(self, "held", {})
        self.update(parameters)

    def update(self, parameters: Any) -> None:
        """Adds those of a mapping or of an iterable of pairs."""
        for name, value in parameters.items() if isinstance(parameters, Mapping) else parameters:
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        self.insert_param_to_cell(name, _parameter(value, name), False)
        object.__setattr__(self, "held", dict(self.items()))

    def __getitem__(self, name: str) -> Parameter:
        return self._params[name]

    def __contains__(self, name: str) -> bool:
        return name in self._params

    def __len__(self) -> int:
        return len(self._params)

    def keys(self) -> list[str]:
        """The names in order."""
        return list(self._params)

    def values(self) -> list[Parameter]:
        """The parameters in order."""
        return list(self._params.values())

    def items(self) -> list[tuple[str, Parameter]]:
        """Pairs of name and parameter in order."""
        return list(self._params.items())
