"""The orthogonal polynomials of `torch.special`.

`x` and the degree `n` are tensors or numbers and broadcast; a fractional degree is cut off, the value for a negative one is zero.
Three-term recurrences (DLMF 18.9), evaluated once up to the greatest degree: in graph mode give `n` as a number, a tensor's greatest
element is read on the host. Any backend; within 1e-5 relative in float32, as in torch.
"""

from __future__ import annotations

from collections.abc import Callable

import mindspore
from mindspore import Tensor, ops

Step = Callable[[int, Tensor, Tensor, Tensor], Tensor]


def chebyshev_polynomial_t(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the first kind: T(n + 1) = 2x T(n) - T(n - 1), T(1) = x."""
    return _evaluate(x, n, lambda v: v, lambda k, v, now, before: 2 * v * now - before)


def chebyshev_polynomial_u(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the second kind: the same recurrence from U(1) = 2x."""
    return _evaluate(x, n, lambda v: 2 * v, lambda k, v, now, before: 2 * v * now - before)


def chebyshev_polynomial_v(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the third kind: the same recurrence from V(1) = 2x - 1."""
    return _evaluate(x, n, lambda v: 2 * v - 1, lambda k, v, now, before: 2 * v * now - before)


def chebyshev_polynomial_w(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the fourth kind: the same recurrence from W(1) = 2x + 1."""
    return _evaluate(x, n, lambda v: 2 * v + 1, lambda k, v, now, before: 2 * v * now - before)


def shifted_chebyshev_polynomial_t(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the first kind at 2x - 1."""
    return chebyshev_polynomial_t(2 * x - 1, n)


def shifted_chebyshev_polynomial_u(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the second kind at 2x - 1."""
    return chebyshev_polynomial_u(2 * x - 1, n)


def shifted_chebyshev_polynomial_v(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the third kind at 2x - 1."""
    return chebyshev_polynomial_v(2 * x - 1, n)


def shifted_chebyshev_polynomial_w(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Of the fourth kind at 2x - 1."""
    return chebyshev_polynomial_w(2 * x - 1, n)


def hermite_polynomial_h(x: Tensor | float, n: Tensor | float) -> Tensor:
    """The physicists' one: H(n + 1) = 2x H(n) - 2n H(n - 1)."""
    return _evaluate(x, n, lambda v: 2 * v, lambda k, v, now, before: 2 * v * now - 2 * k * before)


def hermite_polynomial_he(x: Tensor | float, n: Tensor | float) -> Tensor:
    """The probabilists' one: He(n + 1) = x He(n) - n He(n - 1)."""
    return _evaluate(x, n, lambda v: v, lambda k, v, now, before: v * now - k * before)


def laguerre_polynomial_l(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Laguerre's: (n + 1) L(n + 1) = (2n + 1 - x) L(n) - n L(n - 1)."""
    return _evaluate(x, n, lambda v: 1 - v, lambda k, v, now, before: ((2 * k + 1 - v) * now - k * before) / (k + 1))


def legendre_polynomial_p(x: Tensor | float, n: Tensor | float) -> Tensor:
    """Legendre's: (n + 1) P(n + 1) = (2n + 1) x P(n) - n P(n - 1)."""
    return _evaluate(x, n, lambda v: v, lambda k, v, now, before: ((2 * k + 1) * v * now - k * before) / (k + 1))


def _evaluate(x: Tensor | float, n: Tensor | float, first: Callable[[Tensor], Tensor], step: Step) -> Tensor:
    if isinstance(x, Tensor):
        value = x if x.is_floating_point() else x.astype(mindspore.float32)
    else:
        kind = n.dtype if isinstance(n, Tensor) and n.is_floating_point() else mindspore.float32
        value = Tensor(x, kind)
    if not isinstance(n, Tensor):
        return _sequence(value, max(int(n), 0), first, step)[-1] if n >= 0 else ops.zeros_like(value)
    degree = ops.trunc(n.astype(value.dtype))
    result = ops.zeros_like(value + degree)
    for k, polynomial in enumerate(_sequence(value, max(int(degree.max()), 0), first, step)):
        result = ops.where(degree == k, polynomial, result)
    return result


def _sequence(x: Tensor, degree: int, first: Callable[[Tensor], Tensor], step: Step) -> list[Tensor]:
    """The polynomials of all degrees up to the wanted one."""
    known = [ops.ones_like(x), first(x)]
    for k in range(1, degree):
        known.append(step(k, x, known[k], known[k - 1]))
    return known[: degree + 1]
