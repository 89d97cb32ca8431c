"""Methods and attributes of tensors, asked of what may be a tensor or something else: any other object gets its own method called."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.convert_to import tensor_to
from mindaudit_data.recipes.named_result import named_result
from mindaudit_data.recipes.nonzero import nonzero
from mindaudit_data.recipes.norm import norm
from mindaudit_data.recipes.of_booleans import with_booleans
from mindaudit_data.recipes.sort_int64 import sort_int64, sort_stable
from mindaudit_data.recipes.typed_tensors import tensor_type
from mindaudit_data.recipes.unique_sorted import unique_sorted
from mindaudit_data.recipes.variance import std, var


def any_to(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.to(…)`: a tensor in the dtype that the arguments name; MindSpore places tensors itself."""
    return tensor_to(x, *args, **kwargs) if isinstance(x, Tensor) else x.to(*args, **kwargs)


def any_cpu(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.cpu()`: a tensor as it is."""
    return x if isinstance(x, Tensor) else x.cpu(*args, **kwargs)


def any_cuda(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.cuda()`: a tensor as it is."""
    return x if isinstance(x, Tensor) else x.cuda(*args, **kwargs)


def any_clone(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.clone()`: a copy of a tensor."""
    return ops.deepcopy(x) if isinstance(x, Tensor) else x.clone(*args, **kwargs)


def any_detach(x: Any) -> Any:
    """`x.detach()`: a tensor without its history."""
    return ops.stop_gradient(x) if isinstance(x, Tensor) else x.detach()


def any_type(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.type(…)`: a tensor in the dtype that a class of tensors has, or what torch calls a tensor's class."""
    if not isinstance(x, Tensor):
        return x.type(*args, **kwargs)
    return tensor_type(x, args[0] if args else kwargs.get("dtype"))


def any_size(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.size()` or `x.size(dim)`: a tensor's shape, or one length of it."""
    if not isinstance(x, Tensor):
        return x.size(*args, **kwargs)
    dim = args[0] if args else kwargs.get("dim")
    return x.shape if dim is None else x.shape[dim]


def any_numel(x: Any) -> Any:
    """`x.numel()`: how many elements a shape says; shapes are plain tuples in MindSpore."""
    return prod(x) if isinstance(x, tuple) else x.numel()


def any_transpose(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.transpose(dim0, dim1)`: a tensor with two dimensions swapped."""
    return _swapped(x, *args, **kwargs) if isinstance(x, Tensor) else x.transpose(*args, **kwargs)


def _swapped(x: Tensor, dim0: int, dim1: int) -> Tensor:
    return x.swapaxes(dim0, dim1)


def any_repeat(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.repeat(*sizes)`: a tensor side by side with itself, so often in each dimension; NumPy's method repeats elements."""
    if not isinstance(x, Tensor):
        return x.repeat(*args, **kwargs)
    sizes = args or (kwargs["repeats"],)
    return mint.tile(x, tuple(sizes[0]) if isinstance(sizes[0], tuple | list) else sizes)


def any_sort(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.sort(dim, descending, stable)`: a tensor's elements in order as `values`, and their int64 positions as `indices`."""
    return _named(_sorted(x, *args, **kwargs)) if isinstance(x, Tensor) else x.sort(*args, **kwargs)


def any_max(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.max(…)`: the largest element of a tensor; along a dimension with `values` and `indices`."""
    return _named(with_booleans(mint.max, x, *args, **kwargs)) if isinstance(x, Tensor) else x.max(*args, **kwargs)


def any_min(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.min(…)`: the smallest element of a tensor; along a dimension with `values` and `indices`."""
    return _named(with_booleans(mint.min, x, *args, **kwargs)) if isinstance(x, Tensor) else x.min(*args, **kwargs)


def any_median(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.median(dim, keepdim)`: a tensor's lower median; along a dimension with `values` and `indices`."""
    if not isinstance(x, Tensor):
        return x.median(*args, **kwargs)
    return _named(ops.median(x, *args, **kwargs)) if args or kwargs else ops.median(x.reshape(-1), 0)[0]


def _named(found: Any) -> Any:
    return named_result(found, "values", "indices")


def any_unique(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.unique(sorted, return_inverse, return_counts, dim)`: the distinct elements of a tensor in order."""
    return unique_sorted(x, *args, **kwargs) if isinstance(x, Tensor) else x.unique(*args, **kwargs)


def any_nonzero(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.nonzero(as_tuple=…)`: where a tensor is not zero."""
    return nonzero(x, *args, **kwargs) if isinstance(x, Tensor) else x.nonzero(*args, **kwargs)


def any_squeeze(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.squeeze(dim=…)`: a tensor without that dimension, if its length is 1."""
    return mint.squeeze(x, *args, **kwargs) if isinstance(x, Tensor) else x.squeeze(*args, **kwargs)


def any_div(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.div(other, rounding_mode=…)`: a quotient of a tensor, rounded as the mode says."""
    return ops.div(x, *args, **kwargs) if isinstance(x, Tensor) else x.div(*args, **kwargs)


def any_argsort(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.argsort(dim, descending, stable)`: the int64 positions of a tensor's elements in order."""
    return _sorted(x, *args, **kwargs)[1] if isinstance(x, Tensor) else x.argsort(*args, **kwargs)


def _sorted(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Tensor, Tensor]:
    return (sort_stable if stable else sort_int64)(x, dim, descending)


def any_round(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.round(decimals=n)`: a tensor's nearest whole numbers, or those with n decimals."""
    if not isinstance(x, Tensor):
        return x.round(*args, **kwargs)
    scale = 10 ** kwargs.get("decimals", 0)
    return mint.round(x) if scale == 1 else mint.div(mint.round(mint.mul(x, scale)), scale)


def any_dot(x: Any, other: Any) -> Any:
    """`x.dot(other)`: the inner product of two vectors; MindSpore's method takes no vectors."""
    return mint.matmul(x, other) if isinstance(x, Tensor) else x.dot(other)


def any_norm(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.norm(p, dim, keepdim, dtype)`: a norm, of a matrix the one of its elements, where MindSpore's method gives its spectral norm."""
    return norm(x, *args, **kwargs) if isinstance(x, Tensor) else x.norm(*args, **kwargs)


def any_std(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.std(dim, unbiased, keepdim)`: a tensor's standard deviation, divided by n - 1, where MindSpore's method divides by n."""
    return _spread(std, x, *args, **kwargs) if isinstance(x, Tensor) else x.std(*args, **kwargs)


def any_var(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.var(dim, unbiased, keepdim)`: a tensor's variance, divided by n - 1, where MindSpore's method divides by n."""
    return _spread(var, x, *args, **kwargs) if isinstance(x, Tensor) else x.var(*args, **kwargs)


def _spread(
    measure: Callable[..., Tensor],
    x: Tensor,
    dim: Any = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: Any = None,
    axis: Any = None,
    keepdims: bool = False,
) -> Tensor:
    """What is measured, by torch's arguments, of which the first may be `unbiased` alone; two have NumPy's names, too."""
    dim, keepdim = axis if dim is None else dim, keepdim or keepdims
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    return measure(x, dim, correction=int(unbiased) if correction is None else correction, keepdim=keepdim)


def any_real(x: Any) -> Any:
    """`x.real`: the real part of a tensor."""
    return ops.real(x) if isinstance(x, Tensor) else x.real


def any_imag(x: Any) -> Any:
    """`x.imag`: the imaginary part of a tensor."""
    return ops.imag(x) if isinstance(x, Tensor) else x.imag
