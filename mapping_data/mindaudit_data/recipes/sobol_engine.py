"""`torch.quasirandom.SobolEngine`: points of the Sobol sequence, which fill a cube more evenly than random ones.

The direction numbers are those of Joe and Kuo, "Constructing Sobol sequences with better two-dimensional projections", 2008, as SciPy has
them; the scrambling is that of Matousek, "On the L2-discrepancy for anchored boxes", 1998. Outside of graphs; the points are torch's, also
the scrambled ones of a seed.
"""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

from mindaudit_data.recipes.host_random import host_arrays
from mindaudit_data.recipes.overwritten import given_to

_LIMIT = 2**32


class SobolEngine:
    """Draws points (n, dimension) between 0 and 1, one after the other."""

    MAXBIT = 30
    MAXDIM = 21201

    def __init__(self, dimension: int, scramble: bool = False, seed: int | None = None) -> None:
        if not 0 <= dimension <= self.MAXDIM:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        self.dimension, self.scramble, self.seed = dimension, scramble, seed
        from scipy.stats import qmc  # type: ignore[import-untyped]  # which takes a second to import, that most programs need not wait for

        directions = np.asarray(qmc.Sobol(dimension, scramble=False, bits=self.MAXBIT)._sv, np.int64)
        self._directions, self._shift = directions, np.zeros(dimension, np.int64)
        if scramble:
            self._directions, self._shift = _scrambled(directions, seed)
        self.reset()

    def draw(self, n: int = 1, out: Tensor | None = None, dtype: Any = None) -> Tensor:
        """The next n points, float32 without another dtype."""
        dtype = mindspore.float32 if dtype is None else dtype
        points = np.empty((n, self.dimension), np.int64)
        for place in range(n):
            points[place] = self._point
            self._advance()
        exact = mindspore.tensor(points / 2**self.MAXBIT, mindspore.float64).astype(dtype)
        return given_to(out, exact)

    def draw_base2(self, m: int, out: Tensor | None = None, dtype: Any = None) -> Tensor:
        """The next 2**m points. Raises ValueError where their number with those before is no power of two."""
        total = self.num_generated + 2**m
        if total & (total - 1):
            raise ValueError(f"{self.num_generated} points have been generated; 2**{m} more are no balanced set of a power of two")
        return self.draw(2**m, out=out, dtype=dtype)

    def reset(self) -> SobolEngine:
        """Begin anew."""
        self._point, self.num_generated = self._shift.copy(), 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Leave out n points."""
        for _ in range(n):
            self._advance()
        return self

    def _advance(self) -> None:
        """The next point by Gray code: one direction is added, that of the lowest zero bit of the number of points so far."""
        lowest = (~self.num_generated & (self.num_generated + 1)).bit_length() - 1
        self._point = self._point ^ self._directions[:, lowest]
        self.num_generated += 1

    def __repr__(self) -> str:
        scramble = ", scramble=True" if self.scramble else ""
        seed = "" if self.seed is None else f", seed={self.seed}"
        return f"{type(self).__name__}(dimension={self.dimension}{scramble}{seed})"


def _scrambled(directions: np.ndarray[Any, Any], seed: int | None) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The directions (d, bits) times a random lower triangular matrix of bits for each dimension, and a random shift (d,)."""
    size, bits = directions.shape
    drawn = _bits(size * bits * (bits + 1), seed)
    powers = 2 ** np.arange(bits, dtype=np.int64)
    shift = drawn[: size * bits].reshape(size, bits) @ powers
    triangles = np.tril(drawn[size * bits :].reshape(size, bits, bits))
    triangles[:, range(bits), range(bits)] = 1
    own = directions[:, :, None] >> np.arange(bits - 1, -1, -1) & 1
    mixed = np.einsum("dpk,djk->djp", triangles, own) % 2
    return mixed @ powers[::-1], shift


def _bits(count: int, seed: int | None) -> np.ndarray[Any, Any]:
    """Zeros and ones, int64 (count,); of a seed those that torch draws, whose generator on CPU is NumPy's old one."""
    generator = np.random.RandomState(int(host_arrays().integers(_LIMIT)) if seed is None else seed % _LIMIT)
    return generator.randint(0, _LIMIT, count, np.uint32).astype(np.int64) % 2
