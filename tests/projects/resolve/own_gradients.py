"""Functions with gradients of their own: `apply` passes its arguments to forward, torch passes tensors to backward."""
import torch
from torch.autograd import Function


class Scale(Function):
    @staticmethod
    def forward(ctx, x, factor, name):
        ctx.save_for_backward(x)  # -> torch.autograd.function.FunctionCtx.save_for_backward certain
        name.split(",")
        return x.sum() * factor  # -> torch.Tensor.sum likely

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient.sum() * x.mean(), None, None  # -> torch.Tensor.sum certain, torch.Tensor.mean certain


class Pair(Function):
    @staticmethod
    def forward(x, y):
        return x.mean(), y  # -> torch.Tensor.mean likely

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)  # -> torch.autograd.function.FunctionCtx.save_for_backward certain

    @staticmethod
    def backward(ctx, *gradients):
        return gradients[0].mean(), None  # -> torch.Tensor.mean certain


def use(x: torch.Tensor):
    scaled = Scale.apply(x, 2.0, "a,b")  # -> torch.autograd.Function.apply certain
    mean, text = Pair.apply(x, "b")  # -> torch.autograd.Function.apply certain
    text.split(",")
    return scaled.mean() + mean.sum()  # -> torch.Tensor.mean likely, torch.Tensor.sum likely
