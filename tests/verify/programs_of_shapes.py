"""Programs in which tensors change their shapes, and parts of tensors that perhaps have no elements."""

import torch
import torch.nn.functional as F
from torch import nn


def pruned():
    network = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))
    for number, parameter in enumerate(network.parameters()):
        parameter.data.copy_(torch.linspace(-1, 1, parameter.numel()).reshape(parameter.shape) * (number + 1))
    before = [parameter.detach().clone() for parameter in network.parameters()]
    x = torch.linspace(-2, 3, 20).reshape(5, 4)
    keep = torch.tensor([0, 2, 3])
    network[0].weight.data = network[0].weight.data[keep].clone()
    network[0].bias.data = network[0].bias.data[keep].clone()
    network[1].weight = nn.Parameter(network[1].weight[keep])
    network[1].bias.data = network[1].bias.data[keep]
    network[1].running_mean = network[1].running_mean[keep]
    network[1].running_var.data = network[1].running_var.data[keep]
    network[2].weight.data = network[2].weight.data[:, keep]
    shapes = [n for parameter in network.parameters() for n in (*parameter.detach().clone().shape, *parameter.sort()[0].shape)]
    sums = [parameter.detach().cumsum(0).abs().sum().item() for parameter in network.parameters()]
    optimizer = torch.optim.SGD(network.parameters(), lr=0.001, momentum=0.9)
    losses = []
    for _ in range(2):
        optimizer.zero_grad()
        loss = network(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return [*shapes, *sums, *losses, len(before), *network[2].weight.grad.shape]


class Grown(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("u", torch.zeros(3))
        self.register_buffer("w", torch.zeros(2, 2))

    def forward(self, n):
        old = self.u.clone(), self.w.clone()
        self.u.resize_(n).fill_(1.0)
        self.w.resize_(n, 3).copy_(torch.arange(3.0).expand(n, 3))
        return [*old[0].shape, *old[1].shape, *self.u.clone().shape, self.w.cumsum(1).sum().item(), self.w.clone().sum().item()]


def resized():
    grown = Grown()
    x = torch.zeros(3)
    x.clone()
    x.resize_(5).fill_(2.0)
    other = x.clone()
    x.data = torch.ones(2, 2)
    out = torch.ones(4)
    F.normalize(torch.arange(4.0), dim=0, out=out)
    return [*grown(2), *grown(4), *grown(6), other.sum().item(), *x.clone().shape, x.cumsum(0).sum().item(), *out.tolist()]


def kept(boxes, scores, limit):
    found = [boxes[0, scores[0] > limit], boxes[:, scores[1] > limit], boxes[1, scores[1] > limit][:, 2:], boxes[:1, scores[0] > limit]]
    return [n for each in found for n in (*each.shape, each.sum().item())]


def masked():
    boxes, scores = torch.arange(24.0).reshape(2, 3, 4), torch.tensor([[0.1, 0.6, 0.2], [0.7, 0.2, 0.9]])
    return [n for limit in (0.0, 0.5, 0.8, 1.0) for n in kept(boxes, scores, limit)]


def of_kinds(kinds):
    x = torch.arange(24.0).reshape(2, 3, 4).clone()
    linear, circular = [kind == "linear" for kind in kinds], [kind == "circular" for kind in kinds]
    shapes = [*x[:, linear].shape, *x[..., circular, -1].shape, *x[0][circular].shape]
    x[..., linear, 0] = 5.0
    x[..., circular, -1] = x[..., circular, 0] + 7
    y = torch.zeros(3)
    y[linear] = y[linear] + 1
    w = torch.arange(3.0).requires_grad_()
    (w.sum() + (w[circular] ** 2).sum()).backward()
    return [*shapes, *x.flatten().tolist(), *y.tolist(), *w.grad.tolist()]


def chosen_by_lists():
    return [n for kinds in (["linear"] * 3, ["circular", "linear", "linear"], ["a", "circular", "b"]) for n in of_kinds(kinds)]


PROGRAMS = {each.__name__: each for each in (pruned, resized, masked, chosen_by_lists)}
