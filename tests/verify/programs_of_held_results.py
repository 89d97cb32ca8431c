"""Programs that change in place what `out` names or what items of items hold; each gives numbers."""

import copy

import torch
from torch.nn import functional


def of_out():
    x, g, u = torch.ones(3) * 4, torch.arange(3.0), torch.zeros(3)
    y = torch.rsqrt(x, out=u).mul_(g)
    held, found = [u], [*y.tolist(), *u.tolist()]
    torch.mul(u, g, out=u).add_(u)
    return [*found, *u.tolist(), *held[0].tolist(), torch.sub(x, g, out=u).mul_(3).sum().item(), *u.tolist()]


class Averages:
    def __init__(self):
        self.buffer = torch.zeros(3)
        self.held = [self.buffer]

    def step(self, a, b):
        torch.addcdiv(a, b, b + 1, value=2, out=self.buffer).clamp_(max=3).neg_()
        return torch.sqrt(a, out=self.buffer).mul_(2)


def of_an_attribute():
    averages = Averages()
    made = averages.step(torch.ones(3) * 4, torch.arange(3.0))
    return [*made.tolist(), *averages.buffer.tolist(), *averages.held[0].tolist()]


def _changed(update, squares, gradient):
    torch.rsqrt(squares, out=update).mul_(gradient)


def of_an_argument():
    update = torch.zeros(3)
    _changed(update, torch.ones(3) * 4, torch.arange(3.0))
    return update.tolist()


def _step(state, betas, p, gradient):
    if "momentum" not in state:
        state["momentum"] = {}
        for beta in betas:
            state["momentum"][beta] = torch.zeros_like(p.data, memory_format=torch.preserve_format)
    for beta in betas:
        buffer = state["momentum"][beta]
        buffer.mul_(beta).add_(gradient)
        p.data.sub_(buffer, alpha=0.1)


def of_items_of_items():
    state, p = {}, torch.ones(3)
    for _ in range(3):
        _step(state, [0.5, 0.9], p, torch.arange(3.0))
    return [*p.tolist(), *(number for buffer in state["momentum"].values() for number in buffer.tolist())]


def of_pooling():
    x = torch.arange(16.0).reshape(1, 1, 4, 4)
    y, places = functional.max_pool2d(x, 2, 2, return_indices=True)
    apart = functional.max_unpool2d(y, places, [2, 2], [2, 2], [0, 0], list(x.shape))
    layer = torch.nn.MaxUnpool2d(2, 2)
    return [*apart.flatten().tolist(), *layer(y, places, output_size=[1, 1, 4, 4]).flatten().tolist()]


def _halved(held, key):
    buffer = held[key]
    buffer.mul_(0.5).add_(1)


def of_items_by_unknown_keys():
    held, rows = {"a": torch.ones(2)}, torch.ones(2, 2)
    _halved(held, "a")
    _halved(rows, 1)
    for key in held:
        buffer = held[key]
        buffer.mul_(3)
    return [*held["a"].tolist(), *rows.flatten().tolist()]


def of_places_without_dimensions():
    x, places = torch.arange(6.0).view(3, 2), torch.tensor([False, True, False]).nonzero().squeeze()
    rows = x.index_select(0, places)
    return [
        *rows.flatten().tolist(),
        *torch.index_select(x, 0, places).shape,
        *torch.zeros(3, 2).index_copy_(0, places, rows).sum(1).tolist(),
    ]


class Beside(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Parameter(torch.arange(2.0))
        self.register_buffer("scale", torch.full((2,), 3.0))

    def forward(self, x):
        return torch.stack([self.first, x]).sum() + (torch.stack([self.first, self.scale, x], dim=1) ** 2).sum()


class Twice(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Beside()
        self.scale = self.inner.scale
        self.own = torch.nn.Buffer(torch.zeros(2))


def of_parameters_beside_tensors():
    net = Beside()
    result = net(torch.ones(2) * 2)
    result.backward()
    return [result.item(), *net.first.grad.tolist()]


def of_second_names():
    net = Twice()
    net.load_state_dict({key: value + 1 for key, value in net.state_dict().items()})
    return [len(net.state_dict()), len(list(net.buffers())), *net.inner.scale.tolist(), *net.own.tolist(), len(net.scale)]


def of_summed_parts():
    first, second = torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([first, second], lr=0.1)
    optimizer.zero_grad()
    for _ in range(2):
        (torch.cat([first, second]) * torch.arange(1.0, 6.0)).sum().backward()
    return [*first.grad.tolist(), *second.grad.tolist()]


class Held(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.Parameter(torch.ones(2))
        self.register_buffer("q", self.p)
        self.register_buffer("r", torch.full((2,), 2.0, requires_grad=True))

    def forward(self, x):
        return (self.q * x).sum() + (self.r * x).pow(2).sum()


def of_buffers_that_get_gradients():
    net, found = Held(), []
    optimizer = torch.optim.SGD([net.p, net.r], lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        loss = net(torch.tensor([1.0, 2.0]))
        loss.backward()
        found += [loss.item(), *net.p.grad.tolist(), *net.q.grad.tolist(), *net.r.grad.tolist(), net.r.requires_grad]
        optimizer.step()
    net.load_state_dict({k: v * 2 for k, v in net.state_dict().items()})
    found += [*net.r.tolist(), *net.p.tolist(), len(list(net.parameters())), len(list(net.buffers()))]
    other = copy.deepcopy(net)
    other.p.grad = None
    other(torch.ones(2)).backward()
    found += [*other.p.grad.tolist(), *net.p.grad.tolist(), other.q is other.p]
    line, w = torch.nn.Linear(2, 1, bias=False), (torch.ones(1, 2) * 0.3).requires_grad_()
    del line._parameters["weight"]
    line.register_buffer("weight", torch.ones(1, 2))
    line.weight = w
    line(torch.ones(3, 2)).sum().backward()
    net.r = torch.zeros(2)
    return [*found, *w.grad.flatten().tolist(), net.r.requires_grad, net(torch.ones(2)).item()]


PROGRAMS = {
    each.__name__: each
    for each in (
        of_out,
        of_an_attribute,
        of_an_argument,
        of_items_of_items,
        of_pooling,
        of_items_by_unknown_keys,
        of_places_without_dimensions,
        of_parameters_beside_tensors,
        of_second_names,
        of_summed_parts,
        of_buffers_that_get_gradients,
    )
}
