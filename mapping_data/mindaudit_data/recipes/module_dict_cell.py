"""`torch.nn.ModuleDict`.

MindSpore's CellDict refuses containers as values. MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any

from mindspore import nn


class ModuleDictCell(nn.Cell):
    """Cells by name, in the order in which they came; each is an attribute too."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        self.update(modules or {})

    def update(self, modules: Any) -> None:
        """Adds those of a mapping, of another such cell, or of an iterable of pairs."""
        for name, cell in modules.items() if isinstance(modules, (Mapping, ModuleDictCell)) else modules:
            self[name] = cell

    def __setitem__(self, name: str, cell: nn.Cell) -> None:
        if name in self._cells:
            self._cells[name] = cell
        else:
            self.insert_child_to_cell(name, cell)
        cell.update_parameters_name(f"{name}.")

    def __getitem__(self, name: str) -> nn.Cell:
        return self._cells[name]

    def __delitem__(self, name: str) -> None:
        del self._cells[name]

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __contains__(self, name: object) -> bool:
        return name in self._cells

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._cells.keys()

    def values(self) -> ValuesView[nn.Cell]:
        """The cells."""
        return self._cells.values()

    def items(self) -> ItemsView[str, nn.Cell]:
        """The names with their cells."""
        return self._cells.items()

    def pop(self, name: str) -> nn.Cell:
        """Takes a cell out. Raises KeyError."""
        return self._cells.pop(name)

    def clear(self) -> None:
        """Takes all cells out."""
        self._cells.clear()
