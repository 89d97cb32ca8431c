"""Programs in which NumPy's numbers and lists of them stand beside tensors, as people write them for torch."""

import numpy as np
import torch


# 1 masks of classes that are NumPy's integers, from callers and made here
def share(labels, c):
    return (labels == c).float().mean().item()


def weighted(x, labels):
    c = np.int64(2)
    return (x * (labels != c)).sum().item()


def masks():
    x, labels = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0, 1, 2])
    out = [share(labels, c) for c in (np.int64(2), np.array([2, 1])[0], 1, torch.tensor(0))]
    w = torch.ones(3, requires_grad=True)
    (np.float32(2.0) * w).sum().backward()
    return [*out, weighted(x, labels), *w.grad.tolist()]


# 2 lists of NumPy's integers that pick rows: of what is kept, sorted, cut, and none
def kept(scores, limit):
    keep, order = [], np.argsort(-scores.numpy())
    while order.size > 0:
        if scores[order[0]] > limit:
            keep.append(order[0])
        order = order[1:]
    return keep


def rows():
    x, out = torch.arange(9.0, requires_grad=True).reshape(3, 3), []
    for limit in (0.4, 0.6, 2.0):
        keep = kept(torch.tensor([0.3, 0.9, 0.5]), limit)
        for y in (x[keep], x[sorted(keep)], x[keep[:1]], x[:, keep], x[list(reversed(keep))]):
            out += [*y.shape, *y.flatten().tolist()]
    keep = kept(torch.tensor([0.3, 0.9, 0.5]), 0.4)
    y = x.clone()
    y[sorted(keep)] = 0.5
    return [*out, *y.flatten().tolist(), x[tuple(keep)].item()]


def lists_of_tensors():
    m = torch.tensor([-1], dtype=torch.float32)
    kept = []
    for number in range(3):
        kept.append(torch.ones(1) * number)
    made = [torch.tensor([torch.pow(m, n) for n in range(4)][::-1]), torch.tensor(kept), torch.as_tensor([[m, 2.0], [3, m.sum()]])]
    return [number for x in made for number in (*x.shape, *x.flatten().tolist())]


# what hangs on the distance of tanh from one, and on its slope
def saturated():
    x = torch.linspace(-8, 8, 33, requires_grad=True)
    density = torch.log(1 - torch.tanh(x) ** 2 + 1e-6)
    density.sum().backward()
    cell = torch.nn.LSTMCell(1, 2)
    for p in cell.parameters():
        torch.nn.init.constant_(p, 1.5)
    hidden = torch.zeros(33, 2), torch.zeros(33, 2)
    for _ in range(3):
        hidden = cell(x.detach()[:, None], hidden)
    far = (hidden[0].abs() - 0.995) * 1000
    return [*density.tolist(), *x.grad[8:-8].tolist(), *far[:, 0].tolist()]


# a constant of doubles without dimensions, which is a number beside other floats
class Normal(torch.nn.Module):
    def __init__(self, shape):
        super().__init__()
        log_z = torch.tensor(0.5 * np.prod(shape) * np.log(2 * np.pi), dtype=torch.float64)
        self.register_buffer("log_z", log_z, persistent=False)

    def forward(self, x):
        energy = -0.5 * torch.sum(x**2, dim=1)
        return energy - self.log_z, self.log_z * energy, energy / self.log_z, self.log_z + energy.double()


def constants():
    x = torch.linspace(-1, 1, 6, requires_grad=True)
    results = Normal([3])(x.reshape(2, 3))
    sum(each.float().sum() for each in results).backward()
    return [*(each.element_size() for each in results), *(n for each in results for n in each.tolist()), *x.grad.tolist()]


# matrices of one row, and functions of linear algebra that are chosen by a name
def one_row():
    x, column = torch.tensor([[2.0]], requires_grad=True), torch.tensor([[2.0], [1.0]], requires_grad=True)
    q, r = torch.linalg.qr(column)
    (torch.linalg.eig(x)[0].real.sum() + (q * torch.tensor([[1.0], [3.0]])).sum() * r.sum()).backward()
    line = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(1, 1), orthogonal_map="cayley")
    return [*x.grad.flatten().tolist(), *column.grad.flatten().tolist(), abs(line.weight.item())]


def chosen_functions():
    x, found = torch.tensor([[4.0, 1.0], [1.0, 3.0]]), []
    for function in (
        torch.linalg.cholesky,
        torch.linalg.eigvalsh,
        torch.linalg.matrix_exp,
        torch.linalg.inv,
        torch.linalg.det,
        torch.trace,
    ):
        found += function(x).flatten().tolist()
    found += [abs(number) for number in torch.linalg.qr(x)[1].flatten().tolist()]
    table = {"qr": torch.linalg.qr, "eigh": torch.linalg.eigh, "svd": torch.linalg.svd}
    return [*found, *[abs(number) for name in table for number in table[name](x)[0].flatten().tolist()]]


PROGRAMS = {each.__name__: each for each in (saturated, masks, rows, lists_of_tensors, constants, one_row, chosen_functions)}
