"""Programs that store into views of what is computed, copy by `to`, and count the elements of shapes; each gives numbers."""

from collections import OrderedDict, deque, namedtuple
from types import SimpleNamespace

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils import _pytree as pytree


def jittered(kernel, x, noise):
    gram = kernel(x)
    count = gram.size(0)
    gram.view(-1)[:: count + 1] += 1e-3 + noise
    return torch.linalg.cholesky(gram)


def of_diagonals():
    x = torch.arange(6.0).reshape(3, 2).requires_grad_()
    noise = torch.tensor(0.3, requires_grad=True)
    result = jittered(lambda given: given @ given.t() + 5 * torch.eye(3), x, noise).sum()
    result.backward()
    return [result.item(), *x.grad.flatten().tolist(), noise.grad.item()]


def filled(x):
    dots = torch.mm(x, x.t())
    dots.view(-1)[::4].fill_(-1)
    dots.view(-1)[1:3] = 7.0
    return dots.sum(1)


def of_filled_views():
    x = torch.arange(6.0).reshape(3, 2).requires_grad_()
    result = (filled(x) * torch.arange(3.0)).sum()
    result.backward()
    return [result.item(), *x.grad.flatten().tolist()]


class Average:
    def __init__(self, net, device="cpu"):
        self.net, self.device, self.state = net, device, {}
        for key, value in net.state_dict().items():
            self.state[key] = value.detach().to(self.device, copy=True)

    def update(self, weight):
        for key, value in self.net.state_dict().items():
            self.state[key].mul_(1 - weight)
            self.state[key].add_(value.detach().to(self.device), alpha=weight)


def of_copies():
    net = torch.nn.Linear(2, 1)
    torch.nn.init.ones_(net.weight)
    torch.nn.init.zeros_(net.bias)
    average = Average(net)
    net.weight.data.mul_(3)
    average.update(0.5)
    held = {"a": net.weight.to(torch.float32, copy=True), "b": net.weight.detach().to("cpu", torch.float32, False, True)}
    for value in held.values():
        with torch.no_grad():
            value.mul_(0)
    return [*net.weight.flatten().tolist(), *average.state["weight"].flatten().tolist(), *held["a"].flatten().tolist()]


def sizes(shapes):
    return [shape.numel() for shape in shapes.values()]


def of_shapes():
    return [*sizes({"a": torch.ones(2, 3).shape, "b": torch.Size([])})]


Pair = namedtuple("Pair", "first second")


def is_plain(tree):
    kind = pytree._get_node_type(tree)
    return kind not in pytree.SUPPORTED_NODES or all(
        isinstance(each, int | float) for each in pytree.SUPPORTED_NODES[kind].flatten_fn(tree)[0]
    )


def of_trees():
    tree = {"x": [torch.ones(2), (1, 2.0)], "y": OrderedDict(z=Pair(3, [4])), "d": deque([5], maxlen=3), "n": None}
    leaves, spec = pytree.tree_flatten(tree)
    made = pytree.tree_unflatten(range(len(leaves)), spec)
    doubled = pytree.tree_map(lambda leaf: leaf * 2, [1, (2, {"a": 3})])
    plain = [is_plain(each) for each in ([1, 2], [torch.ones(1)], 3)]
    return [len(leaves), spec.num_leaves, made["y"]["z"].second[0], made["d"].maxlen, doubled[1][1]["a"], *plain]


def parts(x, rows, number):
    row = rows[number]
    found = slice(row.start, row.end + 1)
    return x[found].clone(), x[found] * 2


def of_rows_of_tables():
    row = SimpleNamespace(start=np.int64(1), end=np.int64(2))
    return [number for part in parts(torch.arange(6.0), [row], 0) for number in part.tolist()]


# windows and strides show a tensor's own memory
def of_windows():
    signal = torch.arange(6.0)
    signal.unfold(0, 2, 2)[1] = 9.0
    signal.unfold(0, 3, 3).mul_(2)
    table = torch.zeros(2, 3, 3)
    table.as_strided((2, 3), [table.stride(0), table.size(2) + 1]).copy_(torch.arange(6.0).reshape(2, 3))
    copied = torch.as_strided_copy(signal, (3, 2), (2, 1))
    copied.add_(1)
    leaf = torch.arange(8.0).reshape(2, 4).requires_grad_()
    (leaf.unfold(1, 2, 1) ** 2).sum().backward()
    with torch.no_grad():
        leaf.as_strided((2, 2), (4, 1)).zero_()
    parts = (signal, signal[1:].as_strided((2,), (2,)), table, copied, leaf, leaf.grad, table.transpose(1, 2).unfold(1, 2, 1))
    return [value for part in parts for value in part.detach().flatten().tolist()]


def changed_afterwards(kind):
    index = torch.tensor([[0, 1, 2], [2, 1, 0]])
    x = (torch.arange(18.0).reshape(2, 3, 3) / 5).requires_grad_()
    made = (F.one_hot(index, 3).float(), torch.ones(2, 3, 3), torch.eye(3)[index], F.one_hot(x.topk(1)[1][..., 0], 3).float())
    mask = made[kind]
    first, flat, part = mask[0], mask.view(-1), mask[:, 1:]
    total = torch.zeros(3, 3)
    for n in range(2):
        position = (total + 1) * mask[n]
        mask[n] *= (position < 0.5).float() + 0.5
        total = total + mask[n]
    mask[1, 2] = 9.0
    mask[mask > 5] = 4.0
    mask[:, [0, 2]] += 1
    mask[torch.tensor([1]), 1] = torch.ones(3) * 3
    (x * mask).sum().backward()
    return [*first.flatten().tolist(), *flat.tolist(), *part.flatten().tolist(), mask.sum().item(), *x.grad.flatten().tolist()]


def views_of_what_is_changed():
    return [n for kind in range(4) for n in changed_afterwards(kind)]


def of_leaves():
    best = torch.arange(12.0).reshape(4, 3)
    moved = best + 0.0
    moved.requires_grad_()
    (gradient,) = torch.autograd.grad((moved**2).sum(), [moved])
    places = torch.tensor([0, 2])
    with torch.no_grad():
        moved[places] = best[places].clone() + 1
        moved[moved > 8] = 0.5
        moved[torch.nonzero(moved > 100).flatten()] = best[:0]
        moved[:, places[:0]] = 7.0
    return [*moved.flatten().tolist(), *gradient.flatten().tolist(), moved.requires_grad]


def chunks(x, w):
    x = x.view(x.size(0), x.size(1) // (w * 2), w * 2, x.size(2))
    size, stride = list(x.size()), list(x.stride())
    size[1], stride[1] = size[1] * 2 - 1, stride[1] // 2
    return x.as_strided(size=size, stride=stride)


def of_transposed():
    x = (torch.arange(96.0) / 7).view(8, 2, 2, 3).requires_grad_()
    found = chunks(x.transpose(0, 1).transpose(1, 2).reshape(4, 8, 3), 2)
    part = x[2:].as_strided((2, 3), (12, 1), 30)
    (found.pow(2).sum() + (part * 3).sum()).backward()
    return [*found.shape, *found.detach().flatten().tolist(), *part.detach().flatten().tolist(), *x.grad.flatten().tolist()]


PROGRAMS = {
    each.__name__: each
    for each in (
        of_diagonals,
        of_filled_views,
        of_copies,
        of_shapes,
        of_trees,
        of_rows_of_tables,
        of_windows,
        views_of_what_is_changed,
        of_transposed,
        of_leaves,
    )
}
