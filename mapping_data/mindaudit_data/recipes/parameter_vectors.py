"""`torch.nn.utils.parameters_to_vector` and `vector_to_parameters`.

MindSpore 2.0 and newer; exact.
"""

from __future__ import annotations

from collections.abc import Iterable

from mindspore import Parameter, Tensor, ops


def parameters_to_vector(parameters: Iterable[Parameter]) -> Tensor:
    """All values in one row."""
    return ops.cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vector: Tensor, parameters: Iterable[Parameter]) -> None:
    """Sets the parameters from one row, in order."""
    start = 0
    for parameter in parameters:
        parameter.data = vector[start : start + parameter.size].reshape(parameter.shape).copy()
        start += parameter.size
