"""`torch.nn.functional.linear`.

MindSpore 2.5 and newer. On a CPU MindSpore's own leaves the weight's gradient undefined where the input has no rows, and the result and
the input's gradient where there are no features, in a graph also here.
"""

from __future__ import annotations

from mindspore import Tensor, mint

from mindaudit_data.recipes.empty_result import empty_result
from mindaudit_data.recipes.scope import compiled_as


def _of_graph(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    return mint.nn.functional.linear(x, weight, bias)


@compiled_as(_of_graph)
def linear(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """`x` [..., in] times the transposed weight [out, in] or [in], plus the bias."""
    if weight.ndim == 2 and 0 in (*x.shape, *weight.shape):
        return _of_nothing((*x.shape[:-1], weight.shape[0]), x, weight, bias)
    return mint.nn.functional.linear(x, weight, bias)


def _of_nothing(shape: tuple[int, ...], x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    """A result without elements, or the bias alone where nothing is summed."""
    if 0 in shape:
        return empty_result(shape, x, weight, bias)
    found = empty_result(shape, x, weight)
    return found if bias is None else found + bias
