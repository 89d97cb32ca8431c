"""`torch.corrcoef`."""

from __future__ import annotations

from mindspore import Tensor, ops


def corrcoef(x: Tensor) -> Tensor:
    """Pearson's correlation coefficients of the rows of `x`, between -1 and 1; of a vector, 1.

    Any backend with `ops.cov`; within 1e-6 in float32. Real input only.
    """
    covariance = ops.cov(x)
    if covariance.ndim == 0:
        return covariance / covariance
    deviation = ops.sqrt(covariance.diagonal())
    result = covariance / deviation.expand_dims(-1) / deviation.expand_dims(0)
    return ops.where(ops.abs(result) > 1, ops.sign(result), result)
