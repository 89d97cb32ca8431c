"""Jacobians, Hessians and products with them, rewritten and run in both frameworks."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from networks import loaded  # noqa: E402
from rewritten_modules import rewritten_module  # noqa: E402

pytestmark = pytest.mark.verify
PROGRAM = """
import torch
import torch.autograd.functional as at
from torch import nn
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp


def curve(x):
    return torch.sin(x) * x.sum() + (x ** 2)[0]


def pair(x, y):
    return (x @ y).tanh(), (x * x).sum(0)


def number(x):
    return (torch.exp(x) * x.flip(0)).sum()


def of_two(x, y):
    return ((x @ y) ** 2).sum() + (x ** 3).sum()


X, Y, W = torch.tensor([0.5, -1.0, 2.0]), torch.arange(6.0).reshape(3, 2) / 6, torch.arange(6.0).reshape(2, 3) / 5


def network():
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.arange(1.0, p.numel() + 1).reshape(p.shape).sin() * 0.5 + 0.1 * i)
    return net


def of_functions():
    found = [jacrev(curve)(X), jacfwd(curve)(X), jacrev(pair, argnums=(0, 1))(W, Y), jacrev(pair, argnums=-1)(W, Y)]
    found += [jacrev(lambda x: (curve(x), x * 2), has_aux=True)(X), hessian(number)(X), hessian(of_two, argnums=(0, 1))(W, Y)]
    found += [jacrev(lambda p: {"o": p["a"] * p["b"]})({"a": X, "b": X + 1}), jacrev(lambda x: x)(X), jacrev(lambda x: x[:2])(X)]
    return found + [jacrev(lambda x: torch.ones(2))(X), jacrev(grad(number))(X), grad(lambda x: (jacrev(curve)(x) ** 2).sum())(X)]


def of_products():
    out, pull = vjp(curve, X)
    two, pull_two = vjp(pair, W, Y)
    found = [out, pull(torch.ones(3)), pull(X), two, pull_two((torch.ones(2, 2), torch.ones(3)))]
    return found + [jvp(curve, (X,), (torch.ones(3),)), jvp(pair, (W, Y), (torch.ones(2, 3), Y))]


def at_places():
    found = [at.jacobian(curve, X), at.jacobian(pair, (W, Y)), at.hessian(number, X, vectorize=True), at.hessian(of_two, (W, Y))]
    found += [at.vjp(curve, X, X), at.vjp(pair, (W, Y), (torch.ones(2, 2), torch.ones(3))), at.vjp(number, X)]
    found += [at.jvp(curve, X, X), at.jvp(pair, (W, Y), (W, Y))]
    return found + [at.hvp(number, X, X), at.hvp(of_two, (W, Y), (W, Y)), at.vhp(number, X, X)]


def recorded():
    p = nn.Parameter(torch.tensor([0.3, 0.7, 0.1]))
    at.jacobian(lambda x: curve(x) * p, X, create_graph=True).pow(2).sum().backward()
    z = X.clone().requires_grad_()
    at.hessian(number, z, create_graph=True).sum().backward()
    net = network()
    jacrev(net)(X).pow(2).sum().backward()
    return [p.grad, z.grad, net[0].weight.grad, jacrev(net)(X), at.jacobian(net, X), jvp(net, (X,), (X,))]


def mapped():
    return [torch.func.vmap(jacrev(curve))(W), torch.func.vmap(grad(number))(W), torch.func.vmap(hessian(number))(W)]
"""


@pytest.fixture(scope="module", name="sides")
def _sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = tmp_path_factory.mktemp("derivatives")
    source = folder / "derivatives.py"
    source.write_text(PROGRAM)
    return loaded(source, "derivatives_old"), rewritten_module(source, folder)[1]


def same(found: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        found, expected = list(found.values()), list(expected.values())
    if isinstance(expected, (list, tuple)):
        assert type(found) is type(expected)
        for mine, theirs in zip(found, expected, strict=True):
            same(mine, theirs)
    else:
        mine, theirs = found.asnumpy(), expected.detach().numpy()
        assert mine.shape == theirs.shape
        np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["of_functions", "of_products", "at_places", "recorded", "mapped"])
def test_derivatives_have_torchs_form_and_values(name: str, sides: tuple[ModuleType, ModuleType]) -> None:
    theirs, mine = sides
    same(getattr(mine, name)(), getattr(theirs, name)())
