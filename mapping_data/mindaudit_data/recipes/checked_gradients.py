"""`torch.autograd.gradcheck`: derivatives against quotients of differences. PyNative mode, MindSpore 2.8 and newer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from mindspore import Tensor

from mindaudit_data.recipes.no_gradients import GradientScope, recorded
from mindaudit_data.recipes.stored_gradients import needs_gradient, several


class GradcheckError(RuntimeError):
    """Derivatives differ."""


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    **_: Any,
) -> bool:
    """Whether the derivatives of a function by its inputs that need gradients are right. Raises GradcheckError unless told otherwise.

    Inputs of float32 are not exact enough. The other options of torch are not read: they check other ways of differentiating.
    """
    given = several(inputs)
    places = [place for place, each in enumerate(given) if isinstance(each, Tensor) and needs_gradient(each)]
    if not places:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of the them have requires_grad=True.")
    for place in places:
        pairs = zip(_derived(func, given, place), _differences(func, given, place, eps), strict=True)
        if any(not np.allclose(found, wanted, rtol, atol) for found, wanted in pairs):
            if raise_exception:
                raise GradcheckError(f"Jacobian mismatch for input {place}")
            return False
    return True


def _tensors(outputs: Any) -> list[Tensor]:
    return [each for each in several(outputs) if isinstance(each, Tensor) and each.is_floating_point()]


def _derived(func: Callable[..., Any], given: tuple[Any, ...], place: int) -> Iterator[np.ndarray]:
    """For each output the derivatives by an input, its elements before those of the input."""
    # imported here: operators that can be differentiated twice, and are slower, come with it
    from mindaudit_data.recipes.recorded_jacobians import jacobian_by

    with GradientScope(True):
        leaf = recorded(Tensor(given[place].asnumpy()))
        outputs = _tensors(func(*given[:place], leaf, *given[place + 1 :]))
        for output in outputs:
            yield jacobian_by(output, leaf, False).asnumpy().reshape(output.size, -1)


def _differences(func: Callable[..., Any], given: tuple[Any, ...], place: int, eps: float) -> list[np.ndarray]:
    """The same from what the function gives a little on both sides of the input."""
    values, columns = given[place].asnumpy(), []
    for number in range(values.size):
        step = np.zeros(values.size, values.dtype)
        step[number] = eps
        ends = []
        for side in (values + step.reshape(values.shape), values - step.reshape(values.shape)):
            with GradientScope(False):
                outputs = _tensors(func(*given[:place], Tensor(side), *given[place + 1 :]))
            ends.append([each.asnumpy().reshape(-1) for each in outputs])
        columns.append([(first - second) / (2 * eps) for first, second in zip(*ends, strict=True)])
    return [np.stack(column, 1) for column in zip(*columns, strict=True)]
