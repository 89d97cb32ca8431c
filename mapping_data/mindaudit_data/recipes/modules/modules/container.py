"""`torch.nn.Sequential`, `ModuleList` and `ModuleDict`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any

from mindspore import nn

from ._attributes import names_kept
from ._parameters import ParameterDict, ParameterList
from .module import Module, name_children

__all__ = ["Container", "ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]


class Container(Module):
    """The old base of containers: a module with the given children."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__()
        for key, value in kwargs.items():
            self.add_module(key, value)


class _Numbered(Module):
    """A module whose children bear the numbers 0, 1, 2, … as names."""

    def __len__(self) -> int:
        return len(self._modules)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            with names_kept(self):
                return self._part(idx)
        return self._modules[self._key(idx)]

    def __setitem__(self, idx: int, module: Any) -> None:
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx: Any) -> None:
        keys = list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]
        for key in keys:
            delattr(self, key)
        self._number(list(self._modules.values()))

    def __dir__(self) -> list[str]:
        return [key for key in super().__dir__() if not key.isdigit()]

    def _part(self, idx: slice) -> Any:
        return type(self)(list(self._modules.values())[idx])

    def _key(self, idx: int) -> str:
        """The name of the child at a position, counted from the end if negative. Raises IndexError."""
        number, size = idx.__index__(), len(self)
        if not -size <= number < size:
            raise IndexError(f"index {number} is out of range")
        return list(self._modules)[number]

    def _number(self, modules: Iterable[Any]) -> None:
        self._modules.clear()
        self._modules.update((str(number), module) for number, module in enumerate(modules))
        name_children(self)

    def append(self, module: Any) -> Any:
        """Add a module at the end; gives the container."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: int, module: Any) -> Any:
        """Add a module before a position; gives the container."""
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._number(modules)
        return self

    def extend(self, modules: Iterable[Any]) -> Any:
        """Add modules at the end; gives the container."""
        for module in list(modules):
            self.append(module)
        return self

    def pop(self, key: Any) -> Any:
        """Remove the module at a position and give it back."""
        module = self[key]
        del self[key]
        return module


class Sequential(_Numbered):
    """Modules that are called one after the other; given as arguments or with names in an OrderedDict."""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            modules: Iterable[tuple[str, Any]] = args[0].items()
        else:
            modules = ((str(number), module) for number, module in enumerate(args))
        for name, module in modules:
            self.add_module(name, module)

    def _part(self, idx: slice) -> Any:
        return type(self)(OrderedDict(list(self._modules.items())[idx]))

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")  # noqa: TRY004 - as torch
        return Sequential(*self, *other)

    def __iadd__(self, other: Any) -> Any:
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")  # noqa: TRY004 - as torch
        return self.extend(other)

    def __mul__(self, other: int) -> Any:
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
        return Sequential(*(list(self) * other))

    __rmul__ = __mul__

    def __imul__(self, other: int) -> Any:
        return self.extend(list(self) * (other - 1))

    def forward(self, input: Any) -> Any:
        """The output of the last module; each gets what the one before it gives."""
        for module in self._modules.values():
            input = module(input)
        return input


class ModuleList(_Numbered, nn.CellList):
    """A list of modules; entries may be None."""

    # The graph compiler goes through such a Cell as through a list.
    __cell_as_list__ = True

    def __init__(self, modules: Iterable[Any] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self += modules

    def __iadd__(self, modules: Iterable[Any]) -> Any:
        return self.extend(modules)

    def __repr__(self) -> str:
        """One line for equal neighbours."""
        texts = [repr(module) for module in self._modules.values()]
        if not texts:
            return f"{self._get_name()}()"
        lines, start = [], 0
        for text, group in groupby(texts):
            count = len(list(group))
            label = f"({start})" if count == 1 else f"({start}-{start + count - 1})"
            times = "" if count == 1 else f"{count} x "
            lines.append(f"{label}: {times}{text}".replace("\n", "\n  "))
            start += count
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"

    def __add__(self, other: Iterable[Any]) -> Any:
        return ModuleList(chain(self, other))


class ModuleDict(Module, nn.CellDict):
    """A dictionary of modules."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if type(self).forward is ModuleDict.forward:
            # the graph compiler reads such a Cell as a dictionary, and cannot call it
            self.__cell_as_dict__ = True
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Any) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._modules)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: Any) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Remove all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Remove a module and give it back."""
        module = self[key]
        del self[key]
        return module

    def keys(self) -> Any:
        """The names."""
        return self._modules.keys()

    def items(self) -> Any:
        """Names and modules."""
        return self._modules.items()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add the modules of a dictionary or of pairs. Raises TypeError for anything else."""
        if not isinstance(modules, Iterable):
            raise TypeError(f"ModuleDict.update should be called with an iterable of key/value pairs, but got {type(modules).__name__}")
        pairs = modules.items() if isinstance(modules, (Mapping, ModuleDict)) else modules
        for key, module in pairs:
            self[key] = module
