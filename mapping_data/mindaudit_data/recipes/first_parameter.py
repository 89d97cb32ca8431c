"""`next(module.parameters())` in graphs, where nothing can be iterated over: for its dtype and device, which compiling takes as they are.

MindSpore 2.7 and newer, both modes.
"""

from __future__ import annotations

from mindspore import Parameter, nn
from mindspore.ops.primitive import constexpr


@constexpr(check=False)
def first_parameter(module: nn.Cell) -> Parameter:
    """The first trainable parameter of a network, else its first one, as it is when the graph is compiled.

    Raises StopIteration if there is none.
    """
    return next(iter(module.trainable_params() or module.get_parameters()))
