"""`torch.distributions` and its counterparts: densities, moments, samples, divergences and transforms against torch."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distribution_cases import (
    BY_PARAMETERS,
    CASES,
    COVARIANCE,
    DIFFERENTIABLE,
    LOC,
    POSITIVE,
    REAL,
    SCALE,
)
from distribution_pairs import CHECKS, OF_FAMILIES, PAIRS, TRANSFORMS, WRONG
from recipe_checks import mindspore

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

torch = pytest.importorskip("torch")
ours = pytest.importorskip("mindaudit_data.recipes.framework.distributions")
pytestmark = pytest.mark.verify

QUESTIONS = {
    "log_prob": lambda d, value: d.log_prob(value),
    "entropy": lambda d, value: d.entropy(),
    "perplexity": lambda d, value: d.perplexity(),
    "mean": lambda d, value: d.mean,
    "mode": lambda d, value: d.mode,
    "variance": lambda d, value: d.variance,
    "stddev": lambda d, value: d.stddev,
    "cdf": lambda d, value: d.cdf(value),
    "icdf": lambda d, value: d.icdf(value * 0 + 0.3),
    "probs": lambda d, value: d.probs,
    "logits": lambda d, value: d.logits,
    "covariance": lambda d, value: d.covariance_matrix,
    "precision": lambda d, value: d.precision_matrix,
    "values": lambda d, value: d.enumerate_support(),
    "expanded": lambda d, value: d.expand((2, *d.batch_shape)).log_prob(value),
    "expanded mean": lambda d, value: d.expand((2, *d.batch_shape)).mean,
    "supported": lambda d, value: d.support.check(value),
}


def _ours(value: Any) -> Any:
    return mindspore.Tensor(np.asarray(value, np.float32 if np.asarray(value).dtype.kind == "f" else np.int64))


def _torch(value: Any) -> Any:
    return torch.tensor(np.asarray(value), dtype=torch.float32 if np.asarray(value).dtype.kind == "f" else torch.int64)


def _both(name: str) -> tuple[Any, Any, Any, Any]:
    build, value = CASES[name]
    return build(ours, _ours), build(torch.distributions, _torch), _ours(value), _torch(value)


def _same(found: Any, wanted: Any, tolerance: float = 2e-5) -> None:
    assert tuple(found.shape) == tuple(wanted.shape)
    assert str(found.dtype).lower() == str(wanted.dtype).removeprefix("torch.")
    np.testing.assert_allclose(found.asnumpy(), wanted.detach().numpy(), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", CASES)
def test_answers(name: str) -> None:
    """Whatever torch answers."""
    own, reference, value, its_value = _both(name)
    compared = set()
    for question, ask in QUESTIONS.items():
        try:
            wanted = ask(reference, its_value)
        except (NotImplementedError, AttributeError, ValueError):
            continue
        _same(ask(own, value), wanted)
        compared.add(question)
    assert compared >= {"log_prob", "supported"}


@pytest.mark.parametrize("name", CASES)
def test_shapes(name: str) -> None:
    own, reference, _, _ = _both(name)
    assert (own.batch_shape, own.event_shape) == (tuple(reference.batch_shape), tuple(reference.event_shape))
    assert own.has_rsample == reference.has_rsample
    for shape in ((), (4,), (2, 3)):
        drawn, wanted = own.sample(shape), reference.sample(shape)
        assert (tuple(drawn.shape), str(drawn.dtype).lower()) == (tuple(wanted.shape), str(wanted.dtype).removeprefix("torch."))
        if reference.has_rsample:
            assert tuple(own.rsample(shape).shape) == tuple(wanted.shape)
    if type(own).__name__ != "MixtureSameFamily":  # torch's has asked its parts for logits, which they show from then on
        assert repr(own) == repr(reference)


@pytest.mark.parametrize("name", CASES)
def test_what_distributions_say_of_themselves(name: str) -> None:
    own, reference, _, _ = _both(name)
    assert list(own.arg_constraints) == list(reference.arg_constraints)
    for parameter, constraint in reference.arg_constraints.items():
        assert type(own.arg_constraints[parameter]).__name__ == type(constraint).__name__
    assert type(own.support).__name__ == type(reference.support).__name__
    assert (own.support.event_dim, own.support.is_discrete) == (reference.support.event_dim, reference.support.is_discrete)
    assert own.has_enumerate_support == reference.has_enumerate_support
    larger, wanted = own.expand((2, *own.batch_shape)), reference.expand((2, *reference.batch_shape))
    assert type(larger) is type(own)
    assert (larger.batch_shape, larger.event_shape) == (tuple(wanted.batch_shape), tuple(wanted.event_shape))
    assert tuple(larger.sample((3,)).shape) == tuple(wanted.sample((3,)).shape)


@pytest.mark.parametrize("name", CASES)
def test_samples(name: str) -> None:
    """Means of what is bounded by the logistic function, so that no distribution is too wide for them."""
    own, reference, _, _ = _both(name)
    mindspore.set_seed(1)
    torch.manual_seed(1)
    first, second = own.sample((20000,)).asnumpy(), reference.sample((20000,)).numpy()
    for bounded in (lambda x: 1 / (1 + np.exp(-np.clip(x, -50, 50))), lambda x: np.tanh(x) ** 2):
        np.testing.assert_allclose(bounded(first).mean(0), bounded(second).mean(0), atol=0.015)


@pytest.mark.parametrize("name", BY_PARAMETERS)
def test_gradients(name: str) -> None:
    function, parameter, value = BY_PARAMETERS[name]
    wanted = _torch(parameter).requires_grad_()
    torch.distributions.Distribution.set_default_validate_args(False)  # torch finds fault with matrices that are nearly symmetric
    function(torch.distributions, wanted, _torch(value)).sum().backward()
    torch.distributions.Distribution.set_default_validate_args(True)
    found = mindspore.grad(lambda p: function(ours, p, _ours(value)).sum())(_ours(parameter))
    symmetric = (lambda x: x + x.T) if name in ("covariance", "precision", "wishart of covariance") else (lambda x: x)
    np.testing.assert_allclose(symmetric(found.asnumpy()), symmetric(wanted.grad.numpy()), rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("build", DIFFERENTIABLE)
def test_gradients_through_samples(build: Callable[[Any, Any], Any]) -> None:
    """The derivative of a bounded function's mean, of many samples."""
    wanted = _torch(POSITIVE).requires_grad_()
    torch.manual_seed(2)
    mindspore.set_seed(2)
    torch.tanh(build(torch.distributions, wanted).rsample((20000,))).mean(0).sum().backward()
    found = mindspore.grad(lambda p: mindspore.ops.tanh(build(ours, p).rsample((20000,))).mean(0).sum())(_ours(POSITIVE))
    np.testing.assert_allclose(found.asnumpy(), wanted.grad.numpy(), atol=0.03)


def test_gradients_through_random_matrices() -> None:
    """Their mean is known: torch's own gradients fail where it draws again."""
    root = np.array([[1.0, 0.0], [0.5, 0.7]])

    def mean(df: Any, root: Any) -> Any:
        return ours.Wishart(df, scale_tril=root).rsample((40000,)).mean(0).sum()

    mindspore.set_seed(3)
    by_df, by_root = mindspore.grad(mean, (0, 1))(_ours(4.5), _ours(root))
    np.testing.assert_allclose(by_df.asnumpy(), (root @ root.T).sum(), rtol=0.03)
    np.testing.assert_allclose(np.tril(by_root.asnumpy()), np.tril(4.5 * 2 * np.ones((2, 2)) @ root), rtol=0.03)


@pytest.mark.parametrize("pair", PAIRS)
def test_divergences(pair: Callable[..., Any]) -> None:
    _same(ours.kl_divergence(*pair(ours, _ours)), torch.distributions.kl_divergence(*pair(torch.distributions, _torch)))


@pytest.mark.parametrize("first", OF_FAMILIES)
@pytest.mark.parametrize("second", OF_FAMILIES)
def test_divergences_of_two_families(first: str, second: str) -> None:
    """Known where torch knows them."""
    pairs = [[OF_FAMILIES[name](d, t) for name in (first, second)] for d, t in ((ours, _ours), (torch.distributions, _torch))]
    try:
        wanted = torch.distributions.kl_divergence(*pairs[1])
    except NotImplementedError:
        with pytest.raises(NotImplementedError):
            ours.kl_divergence(*pairs[0])
        return
    _same(ours.kl_divergence(*pairs[0]), wanted, 1e-4)


@pytest.mark.parametrize(
    ("build", "value"),
    [
        (lambda d, t: d.Poisson(t([0.0, 1.0])), [0.0, 0.0]),
        (lambda d, t: d.Gamma(t([1.0, 2.0]), 1.0), [0.0, 0.0]),
        (lambda d, t: d.Beta(t([1.0, 2.0]), t([1.0, 2.0])), [0.0, 1.0]),
    ],
)
def test_densities_at_the_edge_of_the_support(build: Callable[..., Any], value: list[float]) -> None:
    _same(build(ours, _ours).log_prob(_ours(value)), build(torch.distributions, _torch).log_prob(_torch(value)))


def test_divergences_of_own_classes() -> None:
    class Mine(ours.Normal):  # type: ignore[misc, name-defined]
        pass

    other = ours.Cauchy(0.0, 1.0)
    with pytest.raises(NotImplementedError):
        ours.kl_divergence(Mine(0.0, 1.0), other)
    ours.register_kl(Mine, ours.Cauchy)(lambda p, q: 7)
    assert ours.kl_divergence(Mine(0.0, 1.0), other) == 7
    assert float(ours.kl_divergence(Mine(0.0, 1.0), ours.Normal(0.0, 1.0))) == 0


@pytest.mark.parametrize(("build", "value"), TRANSFORMS)
def test_transforms(build: Callable[..., Any], value: Any) -> None:
    own, reference = build(ours.transforms, _ours), build(torch.distributions.transforms, _torch)
    x, its_x = _ours(value), _torch(value)
    y, its_y = own(x), reference(its_x)
    _same(y, its_y)
    _same(own.inv(y), reference.inv(its_y))
    assert own.bijective == reference.bijective
    assert (own.domain.event_dim, own.codomain.event_dim) == (reference.domain.event_dim, reference.codomain.event_dim)
    assert own.forward_shape(x.shape) == tuple(reference.forward_shape(its_x.shape))
    assert own == build(ours.transforms, _ours) or own != reference
    if reference.bijective:
        _same(own.log_abs_det_jacobian(x, y), reference.log_abs_det_jacobian(its_x, its_y))


def test_a_cached_transform_inverts_exactly() -> None:
    tanh = ours.TanhTransform(cache_size=1)
    x = _ours([20.0])
    assert tanh.inv(tanh(x)) is x


@pytest.mark.parametrize(("name", "value"), CHECKS)
def test_constraints(name: str, value: Any) -> None:
    own, reference = getattr(ours.constraints, name), getattr(torch.distributions.constraints, name)
    _same(own.check(_ours(value)), reference.check(_torch(value)))
    assert (own.event_dim, own.is_discrete) == (reference.event_dim, reference.is_discrete)


@pytest.mark.parametrize(
    ("registry", "name"),
    [
        *(("transform_to", name) for name in ("real", "positive", "unit_interval", "simplex", "lower_cholesky", "real_vector")),
        *(("transform_to", name) for name in ("positive_definite", "positive_semidefinite", "corr_cholesky")),
        *(("biject_to", name) for name in ("real", "positive", "unit_interval", "simplex", "real_vector", "corr_cholesky")),
    ],
)
def test_registries(registry: str, name: str) -> None:
    value = COVARIANCE if name in ("lower_cholesky", "positive_definite", "positive_semidefinite") else [REAL, POSITIVE]
    own = getattr(ours, registry)(getattr(ours.constraints, name))
    _same(own(_ours(value)), getattr(torch.distributions, registry)(getattr(torch.distributions.constraints, name))(_torch(value)))


@pytest.mark.parametrize("registry", ["transform_to", "biject_to"])
@pytest.mark.parametrize(
    "build",
    [
        lambda c: c.cat([c.real, c.positive], dim=-1, lengths=[1, 2]),
        lambda c: c.stack([c.positive, c.real_vector, c.independent(c.positive, 1)], dim=0),
        lambda c: c.stack([c.real, c.unit_interval, c.less_than(2.0)], dim=1),
    ],
)
def test_registries_of_parts(registry: str, build: Callable[[Any], Any]) -> None:
    own, reference = build(ours.constraints), build(torch.distributions.constraints)
    assert (own.event_dim, own.is_discrete) == (reference.event_dim, reference.is_discrete)
    wanted = getattr(torch.distributions, registry)(reference)(_torch(COVARIANCE))
    _same(getattr(ours, registry)(own)(_ours(COVARIANCE)), wanted)


def test_integers_are_values() -> None:
    for build in (lambda d, t: d.Poisson(t(SCALE)), lambda d, t: d.Normal(t(LOC), 1.0)):
        _same(build(ours, _ours).log_prob(_ours([0, 1, 1])), build(torch.distributions, _torch).log_prob(_torch([0, 1, 1])))


def test_numbers_are_values() -> None:
    assert abs(float(ours.Normal(0.0, 1.0).log_prob(0.5)) + 1.0439385) < 1e-6
    assert float(ours.Categorical(_ours([0.25, 0.75])).log_prob(1).exp()) == pytest.approx(0.75, abs=1e-6)


def test_arguments_are_checked_on_request() -> None:
    with pytest.raises(ValueError, match="scale"):
        ours.Normal(0.0, _ours([-1.0]), validate_args=True)
    with pytest.raises(ValueError, match="support"):
        ours.Exponential(1.0, validate_args=True).log_prob(_ours([-1.0]))
    with pytest.raises(ValueError, match="either"):
        ours.Categorical()


def test_a_class_of_ones_own() -> None:
    """A subclass as programs write them, with torch's helpers."""

    class Shifted(ours.Distribution):  # type: ignore[misc, name-defined]
        arg_constraints = {"loc": ours.constraints.real}  # noqa: RUF012
        has_rsample = True

        def __init__(self, loc: Any, validate_args: Any = None) -> None:
            (self.loc,) = ours.utils.broadcast_all(loc)
            super().__init__(self.loc.shape, validate_args=validate_args)

        @ours.constraints.dependent_property(is_discrete=False, event_dim=0)
        def support(self) -> Any:
            return ours.constraints.greater_than(self.loc)

        def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
            new = self._get_checked_instance(Shifted, _instance)
            new.loc = self.loc.broadcast_to(batch_shape)
            super(Shifted, new).__init__(batch_shape, validate_args=False)
            return new

    own = Shifted(_ours(LOC))
    assert own.expand((2, 3)).batch_shape == (2, 3)
    assert own.support.check(_ours(REAL)).asnumpy().tolist() == [False, True, True]
    assert ours.constraints.is_dependent(Shifted.support)
    assert "loc: torch.Size([3])" in repr(own)


PROGRAM = """import torch
import torch.distributions as dist
from torch import nn
from torch.distributions import Categorical, Normal, TransformedDistribution, kl_divergence
from torch.distributions.normal import Normal as Base
from torch.distributions.transforms import TanhTransform


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.choice = nn.Linear(4, 3)

    def forward(self, x):
        hidden = torch.tanh(self.body(x))
        moves = Normal(hidden, hidden.exp())
        choices = Categorical(logits=self.choice(hidden))
        squashed = TransformedDistribution(moves, [TanhTransform(cache_size=1)])
        best = choices.probs.argmax(-1)
        likely = dist.Independent(moves, 1).log_prob(moves.mean + 0.1)
        prior = kl_divergence(moves, Base(0.0, 1.0)).sum(-1)
        return moves.mode, choices.log_prob(best), choices.entropy(), squashed.log_prob(torch.tanh(moves.mean)), likely, prior, moves.stddev
"""


def _imported(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_rewritten_policy_gives_what_it_gave(tmp_path: Path) -> None:
    (tmp_path / "policy.py").write_text(PROGRAM)
    config = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    (outcome,) = rewrite([tmp_path / "policy.py"], config, Choice(recipes=True))
    (tmp_path / "rewritten.py").write_text(outcome.new)
    reference, own = _imported(tmp_path / "policy.py").Policy(), _imported(tmp_path / "rewritten.py").Policy()
    weights = [parameter.detach().numpy() for parameter in reference.parameters()]
    for parameter, weight in zip(own.get_parameters(), weights, strict=True):
        parameter.set_data(mindspore.Tensor(weight))
    x = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)
    for found, wanted in zip(own(mindspore.Tensor(x)), reference(torch.from_numpy(x)), strict=True):
        _same(found, wanted)


@pytest.mark.parametrize("name", ["Gumbel", "Weibull", "Pareto", "Kumaraswamy"])
def test_subclasses_expand_what_they_made(name: str) -> None:
    """By an object of their own, or not at all where their way to be made is another one."""
    for d, t in ((torch.distributions, _torch), (ours, _ours)):

        class Mine(getattr(d, name)):  # type: ignore[misc]
            def __init__(self, both: Any) -> None:
                super().__init__(both, both)

            def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
                return super().expand(batch_shape, _instance)

        made = Mine(t([0.5, 0.5]))
        with pytest.raises(NotImplementedError):
            made.expand((3, 2))
        kept = made.expand((3, 2), object.__new__(Mine))
        assert type(kept) is Mine
        assert tuple(kept.log_prob(t([0.5, 0.5])).shape) == (3, 2)


@pytest.mark.parametrize("name", CASES)
def test_what_is_right_passes_the_checks(name: str) -> None:
    """Where they are asked for; also the constraints of what is not given, as torch has it."""
    ours.Distribution.set_default_validate_args(True)
    try:
        own, _, value, _ = _both(name)
        assert np.isfinite(own.log_prob(value).asnumpy()).all()
    finally:
        ours.Distribution.set_default_validate_args(False)


@pytest.mark.parametrize(("build", "value"), WRONG)
def test_what_is_wrong_is_an_error(build: Callable[..., Any], value: Any) -> None:
    for d, t in ((torch.distributions, _torch), (ours, _ours)):
        with pytest.raises(ValueError, match=r"satisfy|support|invalid"):
            build(d, t).log_prob(t(value))
