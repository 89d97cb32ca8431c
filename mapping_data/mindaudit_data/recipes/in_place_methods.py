"""Methods in place of what may be a tensor: that changes for all that hold it, and any other object gets its own method called.

PyNative mode. MindSpore's own methods with these names change nothing on a CPU, or have no kernels there.
Older programs write factors before the tensors, as torch still takes them. Random numbers are
drawn by MindSpore's generator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import exp, log, sigmoid, tanh
from mindaudit_data.recipes.overwritten import overwritten


def any_add_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.add_(…)`."""
    return _changed(x, "add_", _add, args, kwargs)


def any_sub_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.sub_(…)`."""
    return _changed(x, "sub_", _sub, args, kwargs)


def any_mul_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.mul_(…)`."""
    return _changed(x, "mul_", _mul, args, kwargs)


def any_div_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.div_(…)`."""
    return _changed(x, "div_", _div, args, kwargs)


def any_pow_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.pow_(…)`."""
    return _changed(x, "pow_", _pow, args, kwargs)


def any_fill_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.fill_(…)`."""
    return _changed(x, "fill_", _fill, args, kwargs)


def any_zero_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.zero_(…)`."""
    return _changed(x, "zero_", _zero, args, kwargs)


def any_copy_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.copy_(…)`."""
    return _changed(x, "copy_", _copy, args, kwargs)


def any_clamp_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.clamp_(…)`."""
    return _changed(x, "clamp_", _clamp, args, kwargs)


def any_clamp_min_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.clamp_min_(…)`."""
    return _changed(x, "clamp_min_", _clamp_min, args, kwargs)


def any_clamp_max_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.clamp_max_(…)`."""
    return _changed(x, "clamp_max_", _clamp_max, args, kwargs)


def any_neg_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.neg_(…)`."""
    return _changed(x, "neg_", _neg, args, kwargs)


def any_abs_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.abs_(…)`."""
    return _changed(x, "abs_", _abs, args, kwargs)


def any_exp_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.exp_(…)`."""
    return _changed(x, "exp_", _exp, args, kwargs)


def any_log_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.log_(…)`."""
    return _changed(x, "log_", _log, args, kwargs)


def any_sqrt_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.sqrt_(…)`."""
    return _changed(x, "sqrt_", _sqrt, args, kwargs)


def any_rsqrt_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.rsqrt_(…)`."""
    return _changed(x, "rsqrt_", _rsqrt, args, kwargs)


def any_reciprocal_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.reciprocal_(…)`."""
    return _changed(x, "reciprocal_", _reciprocal, args, kwargs)


def any_sigmoid_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.sigmoid_(…)`."""
    return _changed(x, "sigmoid_", _sigmoid, args, kwargs)


def any_tanh_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.tanh_(…)`."""
    return _changed(x, "tanh_", _tanh, args, kwargs)


def any_relu_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.relu_(…)`."""
    return _changed(x, "relu_", _relu, args, kwargs)


def any_round_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.round_(…)`."""
    return _changed(x, "round_", _round, args, kwargs)


def any_floor_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.floor_(…)`."""
    return _changed(x, "floor_", _floor, args, kwargs)


def any_masked_fill_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.masked_fill_(…)`."""
    return _changed(x, "masked_fill_", _masked_fill, args, kwargs)


def any_lerp_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.lerp_(…)`."""
    return _changed(x, "lerp_", _lerp, args, kwargs)


def any_addcmul_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.addcmul_(…)`."""
    return _changed(x, "addcmul_", _addcmul, args, kwargs)


def any_addcdiv_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.addcdiv_(…)`."""
    return _changed(x, "addcdiv_", _addcdiv, args, kwargs)


def any_normal_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.normal_(mean, std)`."""
    return _changed(x, "normal_", _normal, args, kwargs)


def any_uniform_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.uniform_(low, high)`."""
    return _changed(x, "uniform_", _uniform, args, kwargs)


def any_bernoulli_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.bernoulli_(p)`."""
    return _changed(x, "bernoulli_", _bernoulli, args, kwargs)


def any_exponential_(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.exponential_(lambd)`."""
    return _changed(x, "exponential_", _exponential, args, kwargs)


def any_add(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.add(number, tensor)`: the tensor is multiplied by the number first."""
    return _add(x, *args, **kwargs) if isinstance(x, Tensor) else x.add(*args, **kwargs)


def any_sub(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.sub(number, tensor)`: the tensor is multiplied by the number first."""
    return _sub(x, *args, **kwargs) if isinstance(x, Tensor) else x.sub(*args, **kwargs)


def _changed(x: Any, name: str, new: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A tensor with new elements, or what the method of another object gives."""
    if not isinstance(x, Tensor):
        return getattr(x, name)(*args, **kwargs)
    value = new(x, *args, **kwargs).astype(x.dtype)
    return overwritten(x, value if value.shape == x.shape else value.broadcast_to(x.shape))


def _add(x: Any, *operands: Any, alpha: Any = 1, **named: Any) -> Any:
    *older, other = *operands, *named.values()
    return x + other * (older[0] if older else alpha)


def _sub(x: Any, *operands: Any, alpha: Any = 1, **named: Any) -> Any:
    *older, other = *operands, *named.values()
    return x - other * (older[0] if older else alpha)


def _mul(x: Any, other: Any) -> Any:
    return x * other


def _div(x: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    return mint.div(x, other, rounding_mode=rounding_mode)


def _pow(x: Any, exponent: Any) -> Any:
    return x**exponent


def _fill(x: Any, value: Any) -> Any:
    return ops.zeros_like(x) + value


def _zero(x: Any) -> Any:
    return ops.zeros_like(x)


def _copy(x: Any, src: Any, non_blocking: bool = False) -> Any:
    return src


def _clamp(x: Any, min: Any = None, max: Any = None) -> Any:  # noqa: A002 - torch's name
    return mint.clamp(x, min, max)


def _clamp_min(x: Any, min: Any) -> Any:  # noqa: A002 - torch's name
    return mint.clamp(x, min)


def _clamp_max(x: Any, max: Any) -> Any:  # noqa: A002 - torch's name
    return mint.clamp(x, None, max)


def _neg(x: Any) -> Any:
    return -x


def _abs(x: Any) -> Any:
    return ops.abs(x)


def _exp(x: Any) -> Any:
    return exp(x)


def _log(x: Any) -> Any:
    return log(x)


def _sqrt(x: Any) -> Any:
    return ops.sqrt(x)


def _rsqrt(x: Any) -> Any:
    return ops.rsqrt(x)


def _reciprocal(x: Any) -> Any:
    return 1 / x


def _sigmoid(x: Any) -> Any:
    return sigmoid(x)


def _tanh(x: Any) -> Any:
    return tanh(x)


def _relu(x: Any) -> Any:
    return ops.relu(x)


def _round(x: Any) -> Any:
    return ops.round(x)


def _floor(x: Any) -> Any:
    return ops.floor(x)


def _masked_fill(x: Any, mask: Any, value: Any) -> Any:
    return ops.where(mask, ops.zeros_like(x) + value, x)


def _lerp(x: Any, end: Any, weight: Any) -> Any:
    return x + (end - x) * weight


def _addcmul(x: Any, *operands: Any, value: Any = 1, **named: Any) -> Any:
    *older, tensor1, tensor2 = *operands, *named.values()
    return x + tensor1 * tensor2 * (older[0] if older else value)


def _addcdiv(x: Any, *operands: Any, value: Any = 1, **named: Any) -> Any:
    *older, tensor1, tensor2 = *operands, *named.values()
    return x + tensor1 / tensor2 * (older[0] if older else value)


def _normal(x: Any, mean: Any = 0.0, std: Any = 1.0, *, generator: Any = None) -> Any:
    return ops.standard_normal(x.shape) * std + mean


def _uniform(x: Any, low: Any = 0.0, high: Any = 1.0, *, generator: Any = None, **bounds: Any) -> Any:
    low, high = bounds.get("from", low), bounds.get("to", high)
    return ops.rand(*x.shape) * (high - low) + low


def _bernoulli(x: Any, p: Any = 0.5, *, generator: Any = None) -> Any:
    return ops.rand(*x.shape) < p


def _exponential(x: Any, lambd: Any = 1.0, *, generator: Any = None) -> Any:
    return -log1p(-ops.rand(*x.shape)) / lambd
