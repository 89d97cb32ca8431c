"""Operators whose gradients MindSpore can differentiate again, for `torch.autograd.grad(..., create_graph=True)`.

Inside of MindSpore's engine a gradient that is a view keeps nothing of what was recorded. So the gradients of matrix products, and of sums
and means that drop dimensions, are right, and gradients of them are not. Here products have their gradient in Python, and reductions keep
their dimensions until a view drops them; of views, nodes give copies on. PyNative mode; values and first gradients stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any

import mindspore
from mindspore import Parameter, Tensor, mint, ops
from mindspore.common._grad_function import _Function

from mindaudit_data.recipes.composed_choices import as_averaged, as_gathered, as_pooled, as_sorted
from mindaudit_data.recipes.composed_functions import (
    composed_bce_with_logits,
    composed_cross_entropy,
    composed_log_softmax,
    composed_nll_loss,
    composed_norm,
    composed_softmax,
)
from mindaudit_data.recipes.composed_parts import (
    as_median,
    as_placed,
    as_repeated,
    as_tiled,
    as_unbound,
    determinants,
    diagonal,
    multiplied,
    signs_and_logarithms,
    trace,
)
from mindaudit_data.recipes.recorded_paths import recorded_nodes
from mindaudit_data.recipes.replaced_operators import Operator, replace_operator
from mindaudit_data.recipes.sum_to_size import sum_to_size


@cache
def differentiate_twice() -> None:
    """From now on the operators of the program are those that can be differentiated again.

    A CPU calculates at once then: MindSpore's threads would wait for each other at each of the nodes' hooks, which is slow.
    """
    if mindspore.get_context("device_target") == "CPU":
        mindspore.set_context(pynative_synchronize=True)
    for owner in (mint, mint.nn.functional, ops, Tensor):
        for name in ("matmul", "bmm", "mm", "mv", "__matmul__"):
            replace_operator(owner, name, _as_product)
        for name in ("sum", "mean", "amax", "amin", "prod"):
            replace_operator(owner, name, _keeping_dimensions)
        replace_operator(owner, "gather", as_gathered)
        replace_operator(owner, "sort", as_sorted)
        for name, composed in (_PARTS | _COMPOSED).items():
            replace_operator(owner, name, composed)
    for name in ("max_pool2d", "max_pool3d", "adaptive_max_pool2d"):
        replace_operator(ops, name, as_pooled)
    replace_operator(ops, "adaptive_avg_pool2d", as_averaged)
    replace_operator(Tensor, "__rmatmul__", lambda operator: wraps(operator)(lambda x, other: _product(other, x)))
    replace_operator(mint.nn.functional, "binary_cross_entropy_with_logits", _composing(composed_bce_with_logits, _LOSS))
    replace_operator(mint.nn.functional, "linear", _as_linear)
    replace_operator(ops, "dense", _as_linear)


def keep_recorded(roots: Sequence[Any]) -> None:
    """The gradients that nodes of the recorded graph get and give become copies: a view would lose what is recorded of it."""
    for node in recorded_nodes(roots):
        node.register_prehook(_copies)
        if not node.is_leaf():
            node.register_hook(_copies)


def _copies(gradients: tuple[Any, ...], *_: Any) -> tuple[Any, ...]:
    return tuple([each * 1 if isinstance(each, Tensor) else each for each in gradients])


class _Product(_Function):
    """The product of matrices, or of batches of them."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, y: Tensor) -> Tensor:
        ctx.save_for_backward(x, y)
        return _matmul(x, y)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor]:
        x, y = ctx.saved_tensors
        by_x = _product(gradient, _adjoint(y))
        by_y = _product(_adjoint(x), gradient)
        return sum_to_size(by_x, x.shape), sum_to_size(by_y, y.shape)


_matmul = ops.matmul


def _adjoint(x: Tensor) -> Tensor:
    """The transposed matrices, conjugated where they are complex."""
    turned = x.swapaxes(-1, -2)
    return ops.conj(turned) if x.is_complex() else turned


def _product(x: Any, y: Any) -> Any:
    """`x @ y` of tensors of any rank."""
    if not (isinstance(x, Tensor) and isinstance(y, Tensor) and (x._requires_grad or y._requires_grad)):
        return _matmul(x, y)
    row, column = x.ndim == 1, y.ndim == 1
    found = _Product.apply(x.reshape(1, -1) if row else _passed(x), y.reshape(-1, 1) if column else _passed(y))
    if column:
        found = found.reshape(found.shape[:-1])
    if row:
        found = found.reshape(found.shape[:-1] if column else (*found.shape[:-2], found.shape[-1]))
    return found


def _passed(x: Tensor) -> Tensor:
    """A tensor for a function of one's own, which would cast the gradient of a parameter to the dtype that this was made in."""
    return x.reshape(x.shape) if isinstance(x, Parameter) else x


def _as_product(operator: Operator) -> Operator:
    @wraps(operator)
    def product(x: Any, *others: Any, **named: Any) -> Any:
        given = [*others, *named.values()]
        return _product(x, given[0]) if len(given) == 1 else operator(x, *others, **named)

    return product


def _as_linear(operator: Operator) -> Operator:
    @wraps(operator)
    def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:  # noqa: A002 - MindSpore's name
        if not (input._requires_grad or weight._requires_grad):
            return operator(input, weight, bias)
        found = _product(input, weight.swapaxes(-1, -2) if weight.ndim > 1 else weight)
        return found if bias is None else found + bias

    return linear


def _keeping_dimensions(operator: Operator) -> Operator:
    """A reduction that keeps its dimensions until a view drops them. Ways to call it that are not torch's are left alone."""
    kernel = _KERNELS[operator.__name__.removesuffix("_ext")]

    @wraps(operator)
    def reduced(x: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_plain(x, args, kwargs):
            return operator(x, *args, **kwargs)
        named = {_NAMES[name]: value for name, value in kwargs.items()}
        dim, keep = (*args, named.get("dim"), False)[0], (*args[1:], named.get("keep", False))[0]
        axes = (
            range(x.ndim) if dim is None or dim == () else [each % x.ndim for each in (dim if isinstance(dim, (tuple, list)) else (dim,))]
        )
        found = kernel(x, tuple(axes), True)
        return found if keep else found.reshape([size for axis, size in enumerate(x.shape) if axis not in axes])

    return reduced


_KERNELS: dict[str, Operator] = {"sum": mint.sum, "mean": mint.mean, "amax": mint.amax, "amin": mint.amin, "prod": multiplied}
_NAMES = {"dim": "dim", "axis": "dim", "keepdim": "keep", "keepdims": "keep", "keep_dims": "keep"}


def _is_plain(x: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a tensor that is differentiated is reduced by dimensions, and nothing else is asked for."""
    return (
        isinstance(x, Tensor)
        and x._requires_grad
        and x.ndim > 0
        and kwargs.keys() <= _NAMES.keys()
        and (not args or args[0] is None or isinstance(args[0], (int, tuple, list)))
        and (len(args) < 2 or (len(args) == 2 and isinstance(args[1], bool)))
    )


def _composing(function: Operator, names: Mapping[str, str]) -> Callable[[Operator], Operator]:
    """What makes an operator another function, for tensors that are differentiated and for arguments of these names."""

    def made(operator: Operator) -> Operator:
        @wraps(operator)
        def composed(x: Any, *args: Any, **kwargs: Any) -> Any:
            plain = isinstance(x, Tensor) and x._requires_grad and kwargs.keys() <= names.keys()
            given = {names[name]: value for name, value in kwargs.items()} if plain else {}
            if not plain or (function is composed_norm and not _is_euclidean(operator, *args, **given)):
                return operator(x, *args, **kwargs)
            return function(x, *args, **given)

        return composed

    return made


def _is_euclidean(operator: Operator, p: Any = None, dim: Any = None, keepdim: bool = False) -> bool:
    """Whether a norm is the root of the sum of squares. Of matrices `ops.norm` and the method give another one for p = 2."""
    is_of_vectors = isinstance(dim, int) or operator.__name__ in ("norm_ext", "vector_norm", "linalg_vector_norm")
    return p is None or p == "fro" or (p == 2 and is_of_vectors)


_PARTS: dict[str, Callable[[Operator], Operator]] = {
    "tile": as_tiled,
    "repeat": as_tiled,
    "repeat_interleave": as_repeated,
    "unbind": as_unbound,
    "median": as_median,
    "tensor_scatter_add": as_placed,
}
_SOFTMAX = {"dim": "dim", "axis": "dim", "dtype": "dtype"}
_LOSS = {name: name for name in ("target", "weight", "ignore_index", "reduction", "label_smoothing", "pos_weight")}
_NORM = {"p": "p", "ord": "p", "dim": "dim", "keepdim": "keepdim"}
_COMPOSED: dict[str, Callable[[Operator], Operator]] = {
    "softmax": _composing(composed_softmax, _SOFTMAX),
    "log_softmax": _composing(composed_log_softmax, _SOFTMAX),
    "cross_entropy": _composing(composed_cross_entropy, _LOSS),
    "nll_loss": _composing(composed_nll_loss, _LOSS),
    "norm": _composing(composed_norm, _NORM),
    "vector_norm": _composing(composed_norm, _NORM),
    "diagonal": _composing(diagonal, {name: name for name in ("offset", "dim1", "dim2")}),
    "trace": _composing(trace, {}),
    "det": _composing(determinants, {}),
    "slogdet": _composing(signs_and_logarithms, {}),
}
