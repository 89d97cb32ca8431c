"""What a Cell has no method for: all its parameters without running statistics, and `to` decided when it runs.

`requires_grad_` of cells and tensors gives what it changes, as in torch. MindSpore 2.0 and newer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn

from mindaudit_data.recipes.no_gradients import record_gradients

_STATISTICS = ("moving_mean", "moving_variance", "running_mean", "running_var", "num_batches_tracked")


def named_cell_weights(cell: nn.Cell, prefix: str = "", recurse: bool = True) -> Iterator[tuple[str, Parameter]]:
    """Names and parameters, frozen ones too; no running statistics."""
    for name, parameter in cell.parameters_and_names(prefix, recurse):
        if name.rpartition(".")[2] not in _STATISTICS:
            yield name, parameter


def cell_weights(cell: nn.Cell, recurse: bool = True) -> Iterator[Parameter]:
    """Parameters, frozen ones too; no running statistics."""
    for _, parameter in named_cell_weights(cell, recurse=recurse):
        yield parameter


def set_requires_grad(cell: nn.Cell, requires_grad: bool = True) -> nn.Cell:
    """The cell, all its parameters trained, so that what follows is recorded, or frozen. Running statistics stay untrained."""
    if requires_grad:
        record_gradients()
    for parameter in cell_weights(cell):
        parameter.requires_grad = requires_grad
    return cell


def tensor_requires_grad(tensor: Tensor, requires_grad: bool = True) -> Tensor:
    """The tensor itself, trained or frozen if it is a parameter."""
    tensor.requires_grad = requires_grad
    return tensor


def cell_to(cell: nn.Cell, target: Any, dtype: Any = None) -> nn.Cell:
    """The cell computing in the dtype that is given, as `target` too; as it is without one, since MindSpore places networks itself."""
    wanted = target if dtype is None else dtype
    return cell.to_float(wanted) if isinstance(wanted, mindspore.dtype.Type) else cell
