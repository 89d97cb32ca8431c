"""Programs with modules, functions and indices that are chosen as they run, as people write them for torch."""

import torch
from torch import nn


def fill(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(0.3 * torch.cos(torch.arange(p.numel(), dtype=torch.float32) * (0.5 + 0.1 * i)).view_as(p))
    return net


# 1 modules that are tried
class Chain(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.LSTM(2, 3, batch_first=True), nn.Linear(3, 2), nn.Linear(2, 2)])

    def one(self, part, x):
        try:
            return part(x)
        except RuntimeError:
            return part(x.transpose(-1, -2))

    def forward(self, x):
        for part in self.parts[:2]:
            try:
                x = part(x)
            except Exception:
                x = part(x[0])
        return self.one(self.parts[2], x.transpose(-1, -2))


def tried():
    net, x = fill(Chain()), torch.arange(8.0).reshape(1, 4, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    out = []
    for _ in range(2):
        opt.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return [*out, *net.parts[1].weight.flatten().tolist()]


# 2 an operation that is tried
def views():
    w = torch.ones(6, requires_grad=True)
    y = w * 2
    try:
        y = y.view(4, 2)
    except RuntimeError:
        y = y.view(3, 2) * w.view(3, 2)
    y.pow(2).sum().backward()
    return w.grad.tolist()


PROGRAMS = {each.__name__: each for each in (tried, views)}
