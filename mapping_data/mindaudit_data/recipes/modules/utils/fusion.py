"""`torch.nn.utils.fusion`: batch normalization in evaluation as part of the layer before it."""

from __future__ import annotations

import copy
from typing import Any

from mindspore import Tensor, ops

from ..parameter import Parameter


def fuse_conv_bn_weights(
    conv_w: Tensor,
    conv_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
    transpose: bool = False,
) -> tuple[Parameter, Parameter]:
    """Weight and bias of one convolution that does what a convolution and the normalization after it do."""
    channels = (1, -1) if transpose else (-1, 1)
    scale = ops.rsqrt(bn_rv + bn_eps)
    scale = scale if bn_w is None else bn_w * scale
    bias = (0 if conv_b is None else conv_b) - bn_rm
    shift = bias * scale if bn_b is None else bias * scale + bn_b
    weight = conv_w * scale.reshape(channels + (1,) * (conv_w.ndim - 2))
    return Parameter(weight, conv_w.requires_grad), Parameter(shift)


def fuse_conv_bn_eval(conv: Any, bn: Any, transpose: bool = False) -> Any:
    """A copy of the convolution that also does what the normalization does. Raises AssertionError in training mode."""
    if conv.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(conv)
    statistics = bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    weight, bias = fuse_conv_bn_weights(fused.weight, fused.bias, *statistics, transpose)
    fused.weight = weight
    fused.bias = bias
    return fused


def fuse_linear_bn_weights(
    linear_w: Tensor, linear_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float, bn_w: Tensor, bn_b: Tensor
) -> tuple[Parameter, Parameter]:
    """Weight and bias of one linear layer that does what a linear layer and the normalization after it do."""
    scale = bn_w * ops.rsqrt(bn_rv + bn_eps)
    bias = (0 if linear_b is None else linear_b) - bn_rm
    return Parameter(linear_w * scale.expand_dims(-1), linear_w.requires_grad), Parameter(bias * scale + bn_b)


def fuse_linear_bn_eval(linear: Any, bn: Any) -> Any:
    """A copy of the linear layer that also does what the normalization does. Raises AssertionError in training mode."""
    if linear.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(linear)
    weight, bias = fuse_linear_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    fused.weight = weight
    fused.bias = bias
    return fused
