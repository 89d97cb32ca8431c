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


PROGRAMS = {each.__name__: each for each in (origins, spreads)}
