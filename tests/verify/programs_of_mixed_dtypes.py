"""Programs whose tensors have one dtype in some cases and another one in others; each gives numbers."""

import torch
from torch import nn
from torch.autograd import Function


def encoded(x, cutoffs):
    buckets = torch.zeros(*x.shape[:-1], x.shape[-2])
    if len(cutoffs) > 0:
        buckets = torch.bucketize(torch.cdist(x, x, p=2), cutoffs)
    own = buckets[torch.arange(len(x)), torch.arange(len(x))]
    return torch.cat([x / torch.norm(x, dim=-1).unsqueeze(-1), (own - 1).unsqueeze(-1)], dim=-1)


# 1 what a branch replaces by whole numbers is joined with floats
def buckets():
    x = torch.arange(12.0).reshape(4, 3) ** 1.5
    return [*encoded(x, torch.tensor([2.0, 5.0])).flatten().tolist(), *encoded(x, ()).flatten().tolist()]


def numbers(values):
    return [torch.sin(values), values.cos(), torch.lgamma(values + 1), torch.log2(values), torch.rsqrt(values), torch.atan(values)]


def joined(x, y):
    return [torch.cat([x, y]), torch.stack((x, y)), torch.hstack([x, y]), torch.vstack([x, y]), torch.column_stack((x, y))]


# 2 functions that know nothing of what they are given
def of_helpers():
    given = {"whole": torch.tensor([1, 2, 3]), "short": torch.tensor([4, 5, 6]).to(torch.int32), "real": torch.tensor([0.5, 1.5, 2.5])}
    found = [each for values in given.values() for each in numbers(values)]
    for one in given.values():
        found += [each for other in given.values() for each in joined(one, other)]
    return [number for each in found for number in (*each.flatten().tolist(), each.is_floating_point())]


def rounded(values, whole):
    if whole:
        values = torch.tensor([1, -2, 3])
    return [torch.floor(values), values.ceil(), torch.isinf(values), torch.isposinf(values), torch.isneginf(values)]


# 3 whole numbers that are rounded, or asked whether they are finite
def roundings():
    found = [each for whole in (False, True) for each in rounded(torch.tensor([0.5, -float("inf"), 2.25]), whole)]
    return [number for each in found for number in (*each.tolist(), each.is_floating_point())]


# 4 what a division leaves over, near to multiples and with signs
def remainders():
    x, y = torch.tensor([2.0, 0.3, 0.7, 1.0, -2.0, -0.3, 5.5]), torch.tensor([0.1, 0.1, 0.1, -0.1, 0.1, -0.1, 0.5])
    whole, other = torch.tensor([7, -7, 5]), torch.tensor([3, 3, -3])
    x.requires_grad_()
    torch.fmod(x, 0.4).sum().backward()
    found = [
        torch.fmod(x, y),
        x.fmod(0.1),
        torch.remainder(x, y),
        x % 0.1,
        x // 0.1,
        torch.fmod(whole, other),
        torch.remainder(whole, other),
    ]
    return [*x.grad.tolist(), *(number for each in found for number in each.tolist())]


# 5 whole numbers that are added up, or of which the less is taken
def sums():
    short, byte = torch.tensor([100, 27, 3], dtype=torch.int32), torch.tensor([1, 200, 3], dtype=torch.uint8)
    found = [short.cumsum(0), byte.cumsum(dim=0), torch.fmin(short, torch.tensor([5, 50, 2])), torch.fmin(byte, torch.tensor([5, 50, 2]))]
    return [number for each in found for number in (*each.tolist(), each.dtype == torch.int64)]


class Gate(nn.Module):
    def forward(self, x):
        combined = x * 2
        return combined.bool().to(combined), combined.long().type_as(combined), combined


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = Gate()

    def forward(self, x, w):
        chosen, whole, combined = self.gate(x)
        return ((w.unsqueeze(-1) * chosen.unsqueeze(1)).sum(-1) * combined + whole * combined).sum()


# 6 casts to the dtype of another tensor, which end gradients
def gates():
    x = torch.tensor([[0.0, 0.3, -2.0]], requires_grad=True)
    Experts()(x, torch.tensor([[10.0, 20.0, 30.0]])).backward()
    return x.grad.flatten().tolist()


def named(name):
    return getattr(torch, name)


class Meter:
    def __init__(self):
        self.sum = 0
        self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n


# 7 a sum that began as a number, and that a record of each step holds
def meters():
    found, records = {"loss": Meter(), "steps": Meter()}, []
    for step in range(3):
        found["loss"].update(named("ones")(1), 4)
        found["steps"].update(step, 2)
        records.append({name: meter.sum for name, meter in found.items()})
    return [float(record[name]) for record in records for name in record]


# 8 a tensor that is moved to where it is, kept, and written into
@torch.no_grad()
def moved():
    kept, x = [], torch.zeros(1, 2, 4).view(-1, 2, 4)
    for _ in range(2):
        kept.append(x.to("cpu"))
        x[:, :, :2] = torch.full((1, 2, 2), 5.0)
        x = x + 1
    return [number for each in kept for number in each.flatten().tolist()]


class Double(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


# 9 what a backward used up is still asked for
def used_up():
    x = torch.ones(3, requires_grad=True)
    y = Double.apply(x)
    (gradient,) = torch.autograd.grad(y, x, grad_outputs=[torch.ones(3)])
    return [*gradient.tolist(), y.requires_grad, y.is_leaf, y.detach().requires_grad]


# 10 masks of bytes that are made by casts
def masks_of_bytes():
    a = torch.arange(6.0).reshape(2, 3) / 6
    found = -a.unsqueeze(1) * a.unsqueeze(2)
    own, named = torch.eye(3).type(torch.ByteTensor), torch.eye(3).type("torch.ByteTensor")
    found[:, own] = a * (1 - a)
    return [*found.flatten().tolist(), *found[:, named].flatten().tolist()]


PROGRAMS = {
    each.__name__: each for each in (buckets, of_helpers, roundings, remainders, sums, gates, meters, moved, used_up, masks_of_bytes)
}
