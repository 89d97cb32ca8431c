"""Gradients of gradients: through views, matrix products, reductions and losses, as in torch."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from mindspore import mint, ops  # noqa: E402

from mindaudit_data import recipes  # noqa: E402
from mindaudit_data.recipes import modules  # noqa: E402

pytestmark = pytest.mark.verify
X = np.sin(np.arange(12, dtype=np.float32)).reshape(4, 3) + 1.5
P = np.array([0.5, 1.1, 0.8], np.float32)
Q = np.sin(np.arange(6, dtype=np.float32) * 0.3).reshape(3, 2)
CLASSES = [0, 1, 2, 1]
BOTH: dict[str, Callable[[Any, Any], Any]] = {
    "view": lambda t, q: t.view(2, 6) ** 3,
    "transposed": lambda t, q: t.T**3,
    "item": lambda t, q: t[:, 1] ** 3,
    "axes there and back": lambda t, q: t.unsqueeze(1).squeeze(1) ** 3,
    "used three times": lambda t, q: t.view(12) * t.view(12) * t.view(12),
    "product": lambda t, q: (t @ q) ** 3,
    "product with itself": lambda t, q: (t @ t.T) ** 2,
    "product with a vector": lambda t, q: (t @ q[:, 0]) ** 3,
    "vector times matrix": lambda t, q: (t[0] @ q) ** 3,
    "batches": lambda t, q: (t.reshape(2, 2, 3) @ q) ** 3,
    "sum": lambda t, q: t.sum(1) ** 3,
    "sum of all": lambda t, q: t.sum() ** 3,
    "mean": lambda t, q: t.mean(0) ** 3,
    "nothing": lambda t, q: t**3,
    "repeated by a method": lambda t, q: t.unsqueeze(0).repeat(2, 1, 3) ** 3,
    "product of a column": lambda t, q: t.prod(0) ** 2,
    "product of all": lambda t, q: (t[:3] / 2).prod(),
    "unbound": lambda t, q: t.unbind(1)[1] ** 3,
    "diagonal": lambda t, q: t.diagonal() ** 3,
    "diagonal above": lambda t, q: t.reshape(2, 2, 3).diagonal(1, 1, 2) ** 3,
    "median": lambda t, q: t.median(1)[0] ** 3,
    "trace": lambda t, q: t[:3].trace() ** 3,
}
APART: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "linear": (lambda t, q: torch.nn.functional.linear(t, q.T) ** 3, lambda t, q: mint.nn.functional.linear(t, q.T) ** 3),
    "linear of rank 3": (
        lambda t, q: torch.nn.functional.linear(t.reshape(2, 2, 3), q.T, q[0]) ** 3,
        lambda t, q: mint.nn.functional.linear(t.reshape(2, 2, 3), q.T, q[0]) ** 3,
    ),
    "greatest": (lambda t, q: torch.amax(t, 1) ** 3, lambda t, q: mint.amax(t, 1) ** 3),
    "softmax": (lambda t, q: torch.softmax(t, 1) ** 3, lambda t, q: ops.softmax(t, 1) ** 3),
    "log_softmax": (lambda t, q: torch.log_softmax(t @ q, -1) ** 3, lambda t, q: ops.log_softmax(t @ q, -1) ** 3),
    "cross entropy": (
        lambda t, q: torch.nn.functional.cross_entropy(
            t, torch.tensor(CLASSES), torch.tensor(P), ignore_index=1, reduction="sum", label_smoothing=0.1
        ),
        lambda t, q: ops.cross_entropy(t, mindspore.Tensor(CLASSES), mindspore.Tensor(P), 1, "sum", 0.1),
    ),
    "mean cross entropy of images": (
        lambda t, q: torch.nn.functional.cross_entropy(t.reshape(2, 3, 2), torch.tensor([CLASSES[:2], CLASSES[2:]])),
        lambda t, q: ops.cross_entropy(t.reshape(2, 3, 2), mindspore.Tensor([CLASSES[:2], CLASSES[2:]])),
    ),
    "binary cross entropy": (
        lambda t, q: torch.nn.functional.binary_cross_entropy_with_logits(t - 1, torch.sigmoid(t), pos_weight=torch.tensor(P)),
        lambda t, q: mint.nn.functional.binary_cross_entropy_with_logits(t - 1, ops.sigmoid(t), pos_weight=mindspore.Tensor(P)),
    ),
    "tiled": (lambda t, q: torch.tile(t, (2, 1)) ** 3, lambda t, q: mint.tile(t, (2, 1)) ** 3),
    "interleaved": (lambda t, q: t.repeat_interleave(2, 1) ** 3, lambda t, q: mint.repeat_interleave(t, 2, 1) ** 3),
    "determinant": (lambda t, q: torch.det(t[:3] @ t[:3].T), lambda t, q: recipes.determinant(t[:3] @ t[:3].T)),
    "logarithm of a determinant": (
        lambda t, q: torch.logdet(t[:3] @ t[:3].T + torch.eye(3)),
        lambda t, q: recipes.logdet(t[:3] @ t[:3].T + mint.eye(3)),
    ),
    "added to rows": (
        lambda t, q: torch.zeros(2, 3).index_add(0, torch.tensor([1, 0, 1, 1]), t) ** 3,
        lambda t, q: recipes.index_add(mint.zeros((2, 3)), 0, mindspore.Tensor([1, 0, 1, 1]), t) ** 3,
    ),
    "added to elements": (
        lambda t, q: torch.zeros(4, 2).scatter_add(1, torch.tensor([[1, 0, 1]] * 4), t) ** 3,
        lambda t, q: recipes.scatter_add_elements(mint.zeros((4, 2)), 1, mindspore.Tensor([[1, 0, 1]] * 4), t) ** 3,
    ),
    "norm": (lambda t, q: torch.norm(t, dim=1), lambda t, q: ops.norm(t, dim=1)),
    "norm by name": (lambda t, q: torch.norm(t, 2, dim=(0, 1)) ** 3, lambda t, q: mint.norm(t, 2, dim=(0, 1)) ** 3),
    "vector and vector": (lambda t, q: (t[0] @ q[:, 0]) ** 3, lambda t, q: (t[0] @ q[:, 0]) ** 3),
    "norm of all": (lambda t, q: t.norm(), lambda t, q: t.norm()),
    "complex product": (
        lambda t, q: torch.view_as_real(torch.complex(t, t * t) @ torch.complex(q, q - 2)) ** 3,
        lambda t, q: ops.view_as_real(ops.Complex()(t, t * t) @ ops.Complex()(q, q - 2)) ** 3,
    ),
}
CASES = {name: (form, form) for name, form in BOTH.items()} | APART


@pytest.mark.parametrize(("in_torch", "form"), CASES.values(), ids=CASES)
def test_the_gradient_of_a_gradient(in_torch: Callable[[Any, Any], Any], form: Callable[[Any, Any], Any]) -> None:
    a, p, q = (torch.tensor(array, requires_grad=True) for array in (X, P, Q))
    (first,) = torch.autograd.grad(in_torch(a * p, q).sum(), a, create_graph=True)
    wanted = torch.autograd.grad((first**2).sum(), (p, q), allow_unused=True)
    a, p, q = (recipes.recorded(mindspore.Tensor(array)) for array in (X, P, Q))
    (found,) = recipes.gradients_by(form(a * p, q).sum(), a, create_graph=True)
    np.testing.assert_allclose(found.asnumpy(), first.detach().numpy(), rtol=1e-4, atol=1e-5)
    second = recipes.gradients_by((found**2).sum(), (p, q), allow_unused=True)
    for ours, theirs in zip(second, wanted, strict=True):
        np.testing.assert_allclose(0 if ours is None else ours.asnumpy(), 0 if theirs is None else theirs.numpy(), rtol=1e-3, atol=1e-4)


def test_a_recorded_backward_can_be_differentiated() -> None:
    weight = torch.tensor(Q, requires_grad=True)
    ((torch.tensor(X) @ weight).mean(0) ** 3).sum().backward(create_graph=True)
    (weight.grad**2).sum().backward()
    ours = recipes.recorded(mindspore.Tensor(Q))
    recipes.backward_recorded((((mindspore.Tensor(X) @ ours).mean(0)) ** 3).sum())
    recipes.backward((recipes.stored_gradient(ours) ** 2).sum())
    np.testing.assert_allclose(recipes.stored_gradient(ours).asnumpy(), weight.grad.detach().numpy(), rtol=1e-3, atol=1e-4)


def test_graphs_compile_the_operators_as_they_were() -> None:
    recipes.gradients_by  # noqa: B018 - importing it replaces operators

    def total(x: Any) -> Any:
        first = mint.sum(x, 1) + x.mean(1) + ops.softmax(x, -1)[:, 0] + mint.matmul(x, x.T).sum(0) + (x @ x.T).sum(1)
        parts = mint.tile(x, (2, 1)).sum() + x.prod(0).sum() + mint.unbind(x, 1)[0].sum() + ops.det(x[:3])
        return first.sum() + parts + ops.cross_entropy(x, mindspore.Tensor(CLASSES)) + mint.nn.functional.linear(x, x).sum()

    x = mindspore.Tensor(X)
    np.testing.assert_allclose(mindspore.jit(total)(x).asnumpy(), total(x).asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("options", [{}, {"reduction": "none"}, {"reduction": "sum"}])
@pytest.mark.parametrize("named", ["", "weight", "pos_weight"])
def test_binary_cross_entropy_of_doubles(named: str, options: dict[str, str]) -> None:
    x, y, w = np.array([[0.3, -1.2], [30.0, -40.0]]), np.array([[1.0, 0.0], [0.0, 0.3]]), np.array([2.0, 0.5])
    theirs = torch.nn.BCEWithLogitsLoss(**options, **({named: torch.tensor(w)} if named else {}))(torch.tensor(x), torch.tensor(y))
    loss = modules.BCEWithLogitsLoss(**options, **({named: mindspore.Tensor(w)} if named else {}))
    np.testing.assert_allclose(loss(mindspore.Tensor(x), mindspore.Tensor(y)).asnumpy(), theirs.numpy(), rtol=1e-10)


def test_spectral_norms_stay() -> None:
    recipes.gradients_by  # noqa: B018 - importing it replaces operators
    x = recipes.recorded(mindspore.Tensor(X))
    np.testing.assert_allclose(ops.norm(x, 2, dim=(0, 1)).asnumpy(), np.linalg.norm(X, 2), rtol=1e-5)
    np.testing.assert_allclose(ops.norm(x, 2, dim=1).asnumpy(), np.linalg.norm(X, axis=1), rtol=1e-5)


def test_operators_stay_until_something_is_differentiated_twice() -> None:
    modules = ("modules", "framework", "framework.autograd", "framework.optim", "framework.utils.data", "framework.distributions")
    code = "".join(f"import mindaudit_data.recipes.{each}\n" for each in modules)
    code += "from mindaudit_data.recipes.differentiable_twice import differentiate_twice\nprint(differentiate_twice.cache_info().currsize)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout.split()[-1] == "0"


def test_the_gradient_of_a_parameter_has_its_dtype() -> None:
    recipes.gradients_by  # noqa: B018 - importing it replaces operators
    network = modules.Module()
    network.weight = modules.Parameter(mint.ones((3, 3)))
    network.to(mindspore.float64)
    recipes.backward(mint.mm(network.weight, mint.ones((3, 1), dtype=mindspore.float64)).sum())
    assert recipes.stored_gradient(network.weight).dtype == mindspore.float64


def test_the_mean_of_what_may_be_complex_keeps_real_numbers() -> None:
    x = recipes.recorded(mindspore.Tensor(X))
    (first,) = recipes.gradients_by((recipes.complex_mean(x, 0) ** 3).sum(), x, create_graph=True)
    assert first.dtype == mindspore.float32
    np.testing.assert_allclose(first.asnumpy(), np.broadcast_to(3 * X.mean(0) ** 2 / 4, X.shape), rtol=1e-5)
