"""Classes of former versions make tensors."""

import torch
from torch.autograd import Variable


def made(n):
    first = Variable(torch.zeros(n)).view(1, n)  # -> torch.zeros certain, torch.autograd.Variable certain, torch.Tensor.view certain
    return first.abs(), torch.LongTensor(n).neg()  # -> torch.Tensor.abs certain, torch.LongTensor certain, torch.Tensor.neg certain
