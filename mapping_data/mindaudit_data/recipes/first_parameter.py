"""`next(module.parameters())` in graphs, where nothing can be iterated over: for its dtype and device, which compiling takes as they are.

MindSpore 2.7 and newer, both modes.
"""

from __future__ import annotations

from mindspore import Parameter, nn
from mindspore.ops.primitive import constexpr


@constexpr(check=False)
def first_parameter(module: nn.Cell, name: str = "") -> Parameter:
    """The first trainable parameter of a network, else its first one, as it is when the graph is compiled.

    With a name, of what bears it in the network: the compiler hands lists of cells over without the cells.
    Raises StopIteration if there is none.
    """
    cell = getattr(module, name) if name else module
    return next(iter(cell.trainable_params() or cell.get_parameters()))
