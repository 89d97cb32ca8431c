"""Programs at the edges of functions: points without a derivative, tensors without elements, truth values and whole numbers."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


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
    line = [0.0, -1.0, 1.0, 2.0]
    units = torch.nn.LeakyReLU(0.2), torch.nn.LeakyReLU(), torch.nn.Hardtanh(), torch.nn.Hardtanh(0.0, 2.0), F.leaky_relu, F.hardtanh
    out += [slopes(unit, line) + unit(torch.tensor(line)).tolist() for unit in units]
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
    for x in (torch.tensor([1, 2]), torch.tensor([1.5, 2.0]), torch.tensor([True, False])):
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


# 5 masks of tensors that may have no dimensions, and masks that have none themselves
def explained(residual, total):
    known = total != 0
    share = torch.ones_like(residual)
    share[known] = 1 - residual[known] / total[known]
    return share


def normalized(gain: torch.Tensor, best: torch.Tensor):
    nothing = best == 0
    gain[nothing] = 0
    gain[~nothing] /= best[~nothing]
    return gain.mean()


def single_masks():
    out = []
    for total in (4.0, 0.0, [4.0, 0.0], [0.0, 0.0]):
        residual = torch.ones_like(torch.tensor(total))
        out += [*explained(residual, torch.tensor(total)).flatten().tolist(), normalized(residual * 2, torch.tensor(total)).item()]
    x = torch.arange(3.0)
    mean, flag = x.mean(), torch.tensor(True)
    parts = [mean[mean > 0], mean[mean < 0], (mean * 2)[~torch.isnan(mean)], x[flag], x[x.sum() > 5], mean[flag]]
    mean[mean > 0] *= 3
    learned = torch.tensor(2.0, requires_grad=True)
    double = learned.sum() * 2
    (double[double > 0].sum() + double[double < 0].sum() + double).backward()
    out += [mean.item(), learned.grad.item()]
    return out + [each for part in parts for each in (*part.shape, *part.flatten().tolist())]


# 6 gradients of parts without elements, and of what is computed from them
def split_at(x, n):
    return x[:, :n], x[:, n:]


def split_by(x, dim, n):
    before = (slice(None),) * dim
    left, right = (*before, slice(None, n)), (*before, slice(n, None))
    return x[left], x[right]


class Chosen(torch.nn.Module):
    def forward(self, x, limit):
        rows = (x[:, 0, 0] > limit).nonzero().squeeze(1)
        return x[rows]


def empty_parts():
    out = []
    for n in (0, 1, 3):
        x = torch.arange(24.0).reshape(2, 3, 4).requires_grad_(True)
        left, right = split_at(x, n)
        first, rest = split_by(x, 1, n)
        attended = torch.softmax(F.linear(left, x[0]), -1) @ x
        joined = torch.cat((left * 2, right, first.exp() * 1e-9, rest.transpose(1, 2).reshape(2, -1, 4), attended), 1)
        (joined.sum() + torch.cat((Chosen()(x, n * 5.0), x[:1])).sum()).backward()
        out += [*left.shape, *first.shape, *x.grad.flatten().tolist()]
    return out


# 7 bits of what is used as whole numbers, and of truth values
def lowest(bits: torch.Tensor):
    return bits & (~bits + 1), ~(bits & 6)


def flipped(x):
    return ~x


def bits():
    out = [each for part in lowest(torch.tensor([6, 12, 7])) for each in part.tolist()]
    for x in (torch.tensor([1, -3]), torch.tensor([True, False]), torch.tensor([1, 200]).byte()):
        out += [*flipped(x).tolist(), float(flipped(x).dtype == x.dtype)]
    return out


# 8 sums and means of what a mask selects, along the dimension of what is selected
def prototypes(x, labels):
    return [*((x[labels == c].sum(0), x[labels == c].mean(0), x[labels == c].norm(dim=0)) for c in (0, 1, 2))]


def selections():
    x = torch.arange(6.0).reshape(3, 2).requires_grad_(True)
    parts = prototypes(x, torch.tensor([0, 2, 2]))
    sum(sums.sum() for sums, _, _ in parts).backward()
    pairs = torch.tensor([[3.0, 1.0], [1.0, 2.0], [2.0, 4.0]])
    ordered = torch.cat([torch.logical_and(pairs[i] < pairs[i + 1 :], pairs[i] > 0).sum(0).unsqueeze(0) for i in range(3)]).sum(0)
    behind = [pairs[i + 1 :].sum().item() for i in range(3)]
    return [*x.grad.flatten().tolist(), *ordered.tolist(), *behind, *(each for part in parts for found in part for each in found.tolist())]


# 9 sums of the rest behind a variable, and of segments, where nothing is left
class Split(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        rest = x[self.n :]
        return [x[self.n :].sum(), x[:, self.n :].prod(), (x[self.n :] > 0).any(), *torch.sum(x[self.n :] * 2, 0), rest.numel()]


def segments(x, ends):
    found = [x[ends[i] : ends[i + 1]].sum() for i in range(len(ends) - 1)]
    return found + [(x > 0)[a:b].sum() for a, b in zip([*ends[:-1]], ends[1:], strict=True)]


def rests():
    filled = sum(torch.full((n,), 7.5).sum().item() for n in (1, 2, 3, 9, 1, 1, 1))
    x = torch.arange(9.0).reshape(3, 3)
    width = [3, 0]
    counts = [torch.sum((x > 1)[: width[0]]), torch.sum((x > 1)[width[0] :])]
    return [filled, *(float(each) for each in (*Split(3)(x), *segments(x, [0, 1, 1, 3, 3]), *counts))]


# 10 masks that count as numbers more than once
def given_mask(a, m):
    return a * m + (a * m).sum() / m.sum()


def splines(x, grid, k):
    t = x.unsqueeze(2)
    if k == 0:
        value = (t >= grid[:-1]) * (t < grid[1:])
    else:
        b = splines(x, grid, k - 1)
        rising = (t - grid[: -(k + 1)]) / (grid[k:-1] - grid[: -(k + 1)]) * b[:, :, :-1]
        value = rising + (grid[k + 1 :] - t) / (grid[k + 1 :] - grid[1:(-k)]) * b[:, :, 1:]
    return torch.nan_to_num(value)


class Marked(torch.nn.Module):
    def forward(self, x):
        self.m = x > 0.1
        return self.marked(x)

    def marked(self, x):
        return x * self.m + self.m * 2 * x


def masked(x):
    both, positive, known = (x > 0) * (x < 1), x > 0, x.bool()
    total, part = x, positive[:, :2]
    for _ in range(3):
        total = total + x * positive
    yield total
    yield x * both + (1 - x) * both
    yield x[:, :2] * part + (1 - x[:, 1:]) * positive[:, 1:]
    yield x * positive.reshape(1, 3) + (1 - x) * torch.unsqueeze(positive, 0)[0]
    yield x * known - (1 - x) / known.sum()
    yield given_mask(x, x > 0)
    yield Marked()(x)
    yield splines(x, torch.tensor([-1.0, -0.5, 0.0, 0.5, 1.0, 1.5]), 2)


def masks():
    x, out = torch.tensor([[-0.5, 0.2, 0.7]], requires_grad=True), []
    for y in masked(x):
        x.grad = None
        y.sum().backward(retain_graph=True)
        out += [*y.detach().flatten().tolist(), *x.grad.flatten().tolist()]
    return out


# 11 layers that get no rows, and stores through no positions
class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 3)
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4)) for _ in range(3)])

    def forward(self, x):
        weights, chosen = torch.topk(self.gate(x).softmax(-1), 1)
        out = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            rows, places = torch.where(chosen == number)
            out[rows] += weights[rows, places, None] * expert(x[rows])
        return out


def experts_without_rows():
    net = Experts()
    with torch.no_grad():
        for number, p in enumerate(net.parameters()):
            p.copy_((torch.arange(p.numel()).view(p.shape) * 0.37 + number).sin() * 0.5)
        net.gate.bias[0] = -9.0
    out = net(torch.arange(24.0).view(6, 4).cos())
    out.square().mean().backward()
    return [out.abs().sum().item(), *(0.0 if p.grad is None else p.grad.abs().sum().item() for p in net.parameters())]


def layers_of_no_rows():
    layer, table = nn.Linear(3, 2), nn.Embedding(3, 2)
    left, right = layer(torch.zeros(0, 3)), table(torch.zeros(0, dtype=torch.long))
    (left.sum() + right.sum()).backward()
    return [*left.shape, *right.shape, *(float(p.grad.abs().sum()) for p in (*layer.parameters(), *table.parameters()))]


def stored(x, places, rows):
    x[places] = rows
    x[places] += rows
    x[places] *= 2.0
    x[:, places] = 5.0
    return x.sum().item()


def stores_through_no_positions():
    found = [torch.nonzero(torch.tensor(values) > 5).squeeze(1) for values in ([1, 7, 6], [1, 2, 3])]
    return [stored(torch.ones(3, 3), places, torch.ones(len(places), 3)) for places in found]


# texts of shapes and dtypes, of tensors and of arrays
def described(v):
    return f"{v.shape}"


def texts():
    x = torch.ones(2, 3)
    shown = [f"{x.shape} {x.dtype}", str(x.size()), f"{x.shape[1:]}", described(x), described(np.ones(2))]
    wanted = ["torch.Size([2, 3]) torch.float32", "torch.Size([2, 3])", "torch.Size([3])", "torch.Size([2, 3])", "(2,)"]
    return [each == text for each, text in zip(shown, wanted, strict=True)]


# products whose leading lengths are 1, and of no features
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 4, batch_first=True)
        self.attention = nn.MultiheadAttention(4, 2)
        self.weight = nn.Parameter(torch.ones(4, 2) / 3)
        self.narrow = nn.Sequential(nn.Linear(2, 0), nn.Linear(0, 2))

    def forward(self, x):
        found, _ = self.rnn(x * self.weight[:3, 0])
        found = self.attention(found, found, found)[0] @ self.weight
        return found + self.narrow(found) + torch.matmul(found.expand(2, 1, 2), torch.ones(1, 1, 2, 2) * self.weight[0]).sum(0)


def single_steps():
    net = Decoder()
    with torch.no_grad():
        for number, p in enumerate(net.parameters()):
            p.copy_(torch.cos(torch.arange(p.numel()) + number).view(p.shape) * 0.5)
    x = torch.ones(1, 1, 3, requires_grad=True)
    found = net(x)
    (found**2).sum().backward()
    grads = [each.grad.sum().item() for each in net.parameters() if each.numel()]
    return [*found.flatten().tolist(), *x.grad.flatten().tolist(), *grads]


def overlaps(first, second):
    low = torch.max(first[:, None, :2], second[:, :2])
    high = torch.min(first[:, None, 2:], second[:, 2:])
    return (high - low).clamp(min=0).prod(-1), first.min(second[:1]), torch.minimum(first, second[:1])


def overlaps_of_boxes():
    boxes = torch.tensor([[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 3.0, 3.0]])
    empty = boxes[:0]
    found = [*overlaps(boxes, boxes), *overlaps(boxes[:1], empty), *overlaps(boxes.long(), boxes.long())]
    return [number for each in found for number in (*each.shape, *each.flatten().tolist())]


# slices of what has no elements, in a program that trains
def slices_of_nothing():
    x, w = torch.zeros(0, 3), torch.ones(2, requires_grad=True)
    (w * 2).sum().backward()
    parts = [x[:-2], x[-1:], x[:, :-1], torch.zeros(0, 0)[:-1, None], x[..., :-1], torch.zeros(2, 0)[1:, :-1]]
    return [size for part in parts for size in (len(part.shape), *part.shape)]


ALL = (overlaps_of_boxes,
    origins, spreads, whole_numbers, truth_values, single_masks, empty_parts, bits, selections, rests, masks,
    experts_without_rows, layers_of_no_rows, stores_through_no_positions, texts, single_steps, slices_of_nothing,
)  # fmt: skip
PROGRAMS = {each.__name__: each for each in ALL}
