"""`torch.nn.Module.requires_grad_` and `torch.nn.Module.to` whose argument is seen only when it runs.

MindSpore 2.0 and newer.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import nn


def set_requires_grad(cell: nn.Cell, requires_grad: bool = True) -> nn.Cell:
    """The cell, all its parameters trained or frozen. Running statistics stay untrained."""
    for name, parameter in cell.parameters_and_names():
        if name.rpartition(".")[2] not in ("moving_mean", "moving_variance", "running_mean", "running_var", "num_batches_tracked"):
            parameter.requires_grad = requires_grad
    return cell


def cell_to(cell: nn.Cell, target: Any) -> nn.Cell:
    """The cell computing in `target` if that is a dtype; as it is if it names a device, since MindSpore places networks itself."""
    return cell.to_float(target) if isinstance(target, mindspore.dtype.Type) else cell
