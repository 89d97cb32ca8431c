"""`torch.nn.Upsample`, `UpsamplingNearest2d` and `UpsamplingBilinear2d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops
from mindspore.ops.primitive import constexpr


class UpsampleCell(nn.Cell):
    """Resizes (N, C, …) in 1 to 3 dimensions by nearest, nearest-exact, linear, bilinear, trilinear or bicubic sampling.

    Each dimension is sampled on its own, with positions and weights as torch defines them (bicubic with A = -0.75).
    """

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = bool(align_corners)
        self.recompute = bool(recompute_scale_factor)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The resized input."""
        dims = input.ndim - 2
        scales: Any = self.scale_factor if isinstance(self.scale_factor, (tuple, list)) else (self.scale_factor,) * dims
        sizes: Any = self.size if isinstance(self.size, (tuple, list)) else (self.size,) * dims
        output = input
        for i in range(dims):
            old = input.shape[i + 2]
            new = int(old * scales[i]) if self.size is None else sizes[i]
            ratio = old / new if self.size is not None or self.recompute else 1.0 / scales[i]
            index, weights = _taps(old, new, ratio, self.mode, self.align_corners)
            taps = [ops.gather(output, Tensor(places, mindspore.int32), i + 2) for places in index]
            if not weights:
                output = taps[0]
                continue
            shape = (new,) + (1,) * (dims - 1 - i)
            total = taps[0] * Tensor(weights[0], input.dtype).reshape(shape)
            for k in range(1, len(taps)):
                total = total + taps[k] * Tensor(weights[k], input.dtype).reshape(shape)
            output = total
        return output


@constexpr
def _taps(
    old: int, new: int, ratio: float, mode: str, align_corners: bool
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[float, ...], ...]]:
    """Source positions and weights of every output position, one tuple per tap; the nearest element has no weights."""
    if mode.startswith("nearest"):
        half = 0.5 if mode == "nearest-exact" else 0.0
        return (tuple(min(int((i + half) * ratio), old - 1) for i in range(new)),), ()
    if align_corners:
        places = [i * (old - 1) / (new - 1) if new > 1 else 0.0 for i in range(new)]
    else:
        places = [(i + 0.5) * ratio - 0.5 for i in range(new)]
    if mode != "bicubic":
        places = [max(place, 0.0) for place in places]
        low = tuple(min(int(place), old - 1) for place in places)
        part = [place - i for place, i in zip(places, low, strict=True)]
        return (low, tuple(min(i + 1, old - 1) for i in low)), (tuple(1 - t for t in part), tuple(part))
    floors = [int(place // 1) for place in places]
    part = [place - i for place, i in zip(places, floors, strict=True)]
    around = (-1, 0, 1, 2)
    index = tuple(tuple(min(max(i + k, 0), old - 1) for i in floors) for k in around)
    return index, tuple(tuple(_cubic(abs(t - k)) for t in part) for k in around)


def _cubic(distance: float) -> float:
    if distance <= 1:
        return (1.25 * distance - 2.25) * distance * distance + 1
    return -0.75 * (((distance - 5) * distance + 8) * distance - 4)
