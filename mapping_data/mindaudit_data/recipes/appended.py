"""`torch.nn.Sequential.append` where its result is used: MindSpore's `append` returns None.

MindSpore 2.0 and newer, PyNative mode; networks are built outside of graphs.
"""

from __future__ import annotations

from mindspore import nn


def appended(cells: nn.SequentialCell | nn.CellList, cell: nn.Cell) -> nn.SequentialCell | nn.CellList:
    """The cells with one more at their end."""
    cells.append(cell)
    return cells
