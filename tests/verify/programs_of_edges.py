"""Programs at the edges of functions: points without a derivative, tensors without elements, truth values and whole numbers."""

import torch
import torch.nn.functional as F


# 1 gradients at the origin are torch's, which are finite
def slopes(function, *points):
    inputs = [torch.tensor(point, requires_grad=True) for point in points]
    function(*inputs).sum().backward()
    return [slope for each in inputs for slope in each.grad.flatten().tolist()]


def turned(y, x):
    return torch.complex(x, y).angle() + torch.view_as_complex(torch.stack((x, y), -1)).angle()


def origins():
    y, x = [[0.0, 0.0, 1.0], [0.0, -2.0, 0.0]], [[0.0, 1.0, 0.0], [0.0, -1.0, 2.0]]
    out = [slopes(each, y, x) for each in (torch.atan2, lambda y, x: y.atan2(x), turned)]
    out += [slopes(lambda y, x: F.pairwise_distance(y, x, eps=0.0), y, x), slopes(lambda y, x: F.pairwise_distance(y, x, 1.0), y, x)]
    edges = torch.tensor([0.0, -0.0, 0.0, -0.0]), torch.tensor([0.0, 0.0, -0.0, -0.0])
    return [
        *(each for part in out for each in part),
        *torch.atan2(*edges).tolist(),
        *torch.atan2(torch.tensor([1, 0]), torch.tensor([2, 0])).tolist(),
    ]


# 2 deviations of what nobody knows to be a tensor
def spread(rows):
    parts = rows["a"]
    return [
        *parts.std(-1).tolist(),
        *parts.var(0, unbiased=False).tolist(),
        parts.std(unbiased=False).item(),
        *parts.var(dim=1, keepdim=True).flatten().tolist(),
    ]


def spreads():
    import json

    return spread(json.loads("{}") or {"a": torch.tensor([[1.0, 2.0, 4.0], [0.0, 5.0, 3.0]])})


# 3 functions of floating-point numbers take whole numbers and truth values, known or of some calls only
def averages(degrees):
    degrees = degrees.to(torch.float)
    bins = torch.arange(degrees.numel())
    return [float((torch.log(bins + 1) * degrees).sum()), *torch.exp(-bins[1:]).tolist(), *(bins * 0.5).sin().tolist()]


def level(x):
    return torch.log(x + 1).sum() + x.view(-1).exp()[0] + torch.sigmoid(x[0]) + F.tanh(x).sum()


def whole_numbers():
    out = averages(torch.tensor([0, 2, 3, 1]))
    for x in (torch.tensor([1, 2]), torch.tensor([1.5, 2.0]), torch.tensor([True, False]), torch.tensor([1, 3]).int()):
        out.append(level(x).item())
    counts = torch.bincount(torch.tensor([0, 2, 2]), minlength=4)
    mask = torch.tensor([[True, False], [True, True]])
    out += [*(counts + 1).log().tolist(), *mask.sum(1).log2().tolist(), torch.full((2,), 3).rsqrt()[0].item()]
    return [*out, *torch.tensor([1, 2, 3]).cos().tolist(), *torch.randint(2, 3, (2,)).log10().tolist()]


# 4 the largest and smallest of what holds truth values in some calls, or is asked whether it does
def is_binary(preds, target):
    if not preds.is_floating_point() or target.dtype not in (torch.bool, torch.long, torch.int):
        raise ValueError("type")
    return not (target.max() > 1 or target.min() < 0)


def extremes(x):
    values, places = x.max(0)
    low = torch.min(x, dim=0, keepdim=True)
    both = torch.aminmax(x)
    found = [values, places, low.values, low.indices, x.amax(), torch.amin(x, 0), both.min, both.max, torch.min(x, x), torch.minimum(x, x)]
    return [float(each.dtype == x.dtype) for each in found] + [each for part in found for each in part.float().flatten().tolist()]


def truth_values():
    out = [is_binary(torch.rand(2), target) for target in (torch.tensor([1, 0]), torch.tensor([True, False]), torch.tensor([2, 0]))]
    for x in (torch.tensor([1, 0, 1]), torch.tensor([False, True, False]), torch.tensor([0.5, 0.1])):
        out += extremes(x)
    return out


PROGRAMS = {each.__name__: each for each in (origins, spreads, whole_numbers, truth_values)}
