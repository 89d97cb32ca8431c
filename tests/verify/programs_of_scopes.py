"""Programs in which the handles of hooks are scopes at whose end the hooks are gone."""

import torch
from torch import nn


def within_scopes(net, x):
    out = []
    with net.register_forward_hook(lambda module, given, result: result * 2):
        out += net(x).flatten().tolist()
    with net.register_forward_pre_hook(lambda module, given: (given[0] + 1,)) as handle:
        out += [*net(x).flatten().tolist(), handle is not None]
    kept = net.register_forward_hook(lambda module, given, result: result * 3)
    with kept:
        out += net(x).flatten().tolist()
    return [*out, *net(x).flatten().tolist()]


def of_modules():
    layer = nn.Linear(2, 1)
    nn.init.ones_(layer.weight)
    nn.init.zeros_(layer.bias)
    x = torch.arange(2.0).reshape(1, 2)
    return [*within_scopes(layer, x), *within_scopes(nn.Sequential(layer, nn.ReLU()), x)]


def of_gradients():
    seen, layer, x = [], nn.Linear(2, 1), torch.ones(1, 2, requires_grad=True)
    nn.init.ones_(layer.weight)
    with layer.register_full_backward_hook(lambda module, given, result: seen.append(result[0].item())):
        layer(x).sum().backward()
    layer(x).sum().backward()
    with x.register_hook(lambda gradient: gradient * 3):
        (x * x).sum().backward()
    return [*seen, *x.grad.flatten().tolist()]


PROGRAMS = {each.__name__: each for each in (of_modules, of_gradients)}
