"""Operators between numbers of numpy and tensors."""

from mindspore import Tensor

# numpy leaves an operation to the operand of higher priority: a number of numpy times a tensor gives a tensor, as with torch.
Tensor.__array_priority__ = 1000
