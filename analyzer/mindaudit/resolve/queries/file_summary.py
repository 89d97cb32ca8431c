"""The summary of a file: what other files need to know of it, such as its calls, networks and imports."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

Place: TypeAlias = tuple[int, int]
"""A module, and the number of a function or class in it."""
_DERIVING: Final = frozenset({"torch.Tensor.backward", "torch.autograd.grad", "torch.autograd.backward"})


class Summary(NamedTuple):
    """The summary of one file; functions are given by number."""

    edges: dict[int, tuple[Place, ...]]
    """Function -> the project functions that it calls, those behind the properties and items that it reads among them."""
    called: dict[int, tuple[str, ...]]
    """Function -> the torch functions and methods that it calls, in order."""
    forwards: tuple[int, ...]
    """The forwards of networks, and the functions that code sets as such."""
    data: tuple[int, ...]
    """The methods of data sets, samplers and loaders."""
    constructors: tuple[int, ...]
    building: tuple[int, ...]
    """The functions that set something up by their name, constructors included."""
    overriding: dict[int, tuple[Place, ...]]
    """Method -> the methods of base classes that it stands for in its own class."""
    names_torch: bool
    """Whether it imports torch itself."""
    imports: tuple[int, ...]
    """The project files that it imports."""

    def deriving(self) -> frozenset[int]:
        """The functions that have gradients computed."""
        return frozenset(number for number, names in self.called.items() if not _DERIVING.isdisjoint(names))
