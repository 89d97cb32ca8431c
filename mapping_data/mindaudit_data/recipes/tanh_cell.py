"""`torch.nn.Tanh`. MindSpore 2.0 and newer, graph and PyNative mode; on a CPU within 2e-7 in float32."""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponentials import tanh


class TanhCell(nn.Cell):
    """The hyperbolic tangent."""

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return tanh(input)
