"""Pairs of distributions, and transforms and constraints with values: what is compared with torch's answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from distribution_cases import COUNT, COVARIANCE, FACTOR, LOC, POSITIVE, PROBS, REAL, ROOT, SCALE, UNIT


def low_rank(d: Any, t: Callable[[Any], Any]) -> Any:
    return d.LowRankMultivariateNormal(t(LOC), t(FACTOR), t(SCALE))


PAIRS: list[Callable[[Any, Callable[[Any], Any]], tuple[Any, Any]]] = [
    lambda d, t: (d.Normal(t(LOC), t(SCALE)), d.Normal(0.0, 1.0)),
    lambda d, t: (d.Categorical(t(PROBS)), d.Categorical(logits=t(LOC))),
    lambda d, t: (d.Categorical(t([0.5, 0.5, 0.0])), d.Categorical(t([0.5, 0.25, 0.25]))),
    lambda d, t: (d.OneHotCategorical(t(PROBS)), d.OneHotCategorical(logits=t(LOC))),
    lambda d, t: (d.Bernoulli(t(UNIT)), d.Bernoulli(logits=t(LOC))),
    lambda d, t: (d.Geometric(t(UNIT)), d.Geometric(logits=t(LOC))),
    lambda d, t: (d.Poisson(t(SCALE)), d.Poisson(t(POSITIVE))),
    lambda d, t: (d.Laplace(t(LOC), t(SCALE)), d.Laplace(0.3, 1.0)),
    lambda d, t: (d.Cauchy(t(LOC), t(SCALE)), d.Cauchy(0.3, 1.0)),
    lambda d, t: (d.Uniform(t([0.0, 1.0]), t([1.0, 2.0])), d.Uniform(0.0, 1.5)),
    lambda d, t: (d.Exponential(t(SCALE)), d.Exponential(t(POSITIVE))),
    lambda d, t: (d.Gamma(t(SCALE), t(POSITIVE)), d.Gamma(t(POSITIVE), t(SCALE))),
    lambda d, t: (d.Beta(t(SCALE), t(POSITIVE)), d.Beta(t(POSITIVE), t(SCALE))),
    lambda d, t: (d.Dirichlet(t(SCALE)), d.Dirichlet(t(POSITIVE))),
    lambda d, t: (d.LogNormal(t(LOC), t(SCALE)), d.LogNormal(0.0, 1.0)),
    lambda d, t: (d.InverseGamma(t(SCALE), t(POSITIVE)), d.InverseGamma(t(POSITIVE), t(SCALE))),
    lambda d, t: (d.HalfNormal(t(SCALE)), d.HalfNormal(t(POSITIVE))),
    lambda d, t: (d.MultivariateNormal(t(LOC), t(COVARIANCE)), d.MultivariateNormal(t([REAL, SCALE]), scale_tril=t(np.eye(3)))),
    lambda d, t: (d.Independent(d.Normal(t([LOC]), t(SCALE)), 2), d.Independent(d.Normal(t([REAL]), 1.0), 2)),
    lambda d, t: (d.Binomial(5, t(UNIT)), d.Binomial(t([5.0, 4.0, 2.0]), logits=t(LOC))),
    lambda d, t: (d.Gumbel(t(LOC), t(SCALE)), d.Gumbel(0.3, t(POSITIVE))),
    lambda d, t: (d.Pareto(t(SCALE), t(POSITIVE)), d.Pareto(0.5, t(SCALE))),
    lambda d, t: (d.ContinuousBernoulli(t(UNIT)), d.ContinuousBernoulli(logits=t(LOC))),
    lambda d, t: (d.Wishart(t(4.5), t(COVARIANCE)), d.Wishart(t(3.5), scale_tril=t(ROOT))),
    lambda d, t: (d.Weibull(t(SCALE), t(POSITIVE)), d.Weibull(t(SCALE), t(POSITIVE))),
    lambda d, t: (low_rank(d, t), d.LowRankMultivariateNormal(t([REAL, LOC]), t(ROOT), t(POSITIVE))),
    lambda d, t: (low_rank(d, t), d.MultivariateNormal(t([REAL, SCALE]), t(COVARIANCE))),
    lambda d, t: (d.MultivariateNormal(t([REAL, SCALE]), t(COVARIANCE)), low_rank(d, t)),
]
OF_FAMILIES: dict[str, Callable[[Any, Callable[[Any], Any]], Any]] = {
    "bernoulli": lambda d, t: d.Bernoulli(t(UNIT)),
    "poisson": lambda d, t: d.Poisson(t(POSITIVE)),
    "binomial": lambda d, t: d.Binomial(4, t(UNIT)),
    "beta": lambda d, t: d.Beta(t([0.5, 2.0, 3.0]), t(SCALE)),
    "continuous bernoulli": lambda d, t: d.ContinuousBernoulli(t([0.1, 0.4999, 0.8])),
    "exponential": lambda d, t: d.Exponential(t(POSITIVE)),
    "gamma": lambda d, t: d.Gamma(t(POSITIVE), t(SCALE)),
    "gumbel": lambda d, t: d.Gumbel(t(LOC), t(SCALE)),
    "laplace": lambda d, t: d.Laplace(t(LOC), t(SCALE)),
    "normal": lambda d, t: d.Normal(t(LOC), t(SCALE)),
    "pareto": lambda d, t: d.Pareto(t([0.1, 0.3, 0.5]), t([0.8, 1.5, 3.0])),
    "uniform": lambda d, t: d.Uniform(t([0.2, -0.5, 0.0]), t([0.9, 2.0, 1.0])),
    "uniform around": lambda d, t: d.Uniform(-0.1, t([1.1, 1.2, 3.0])),
}
TRANSFORMS: list[tuple[Callable[[Any, Callable[[Any], Any]], Any], Any]] = [
    (lambda d, t: d.ExpTransform(), REAL),
    (lambda d, t: d.SigmoidTransform(), REAL),
    (lambda d, t: d.TanhTransform(), [-0.7, 0.1, 1.2]),
    (lambda d, t: d.SoftplusTransform(), REAL),
    (lambda d, t: d.PowerTransform(t(2.0)), POSITIVE),
    (lambda d, t: d.AffineTransform(t(LOC), t(SCALE)), REAL),
    (lambda d, t: d.AffineTransform(0.5, -2.0), REAL),
    (lambda d, t: d.AffineTransform(t(LOC), 3.0, event_dim=1), [REAL, POSITIVE]),
    (lambda d, t: d.ComposeTransform([d.AffineTransform(0.5, 0.5), d.SigmoidTransform()]), REAL),
    (lambda d, t: d.ComposeTransform([d.StickBreakingTransform(), d.AffineTransform(0.5, 0.5)]), [REAL, POSITIVE]),
    (lambda d, t: d.IndependentTransform(d.ExpTransform(), 1), [REAL, POSITIVE]),
    (lambda d, t: d.ReshapeTransform((3,), (1, 3)), [REAL, POSITIVE]),
    (lambda d, t: d.StickBreakingTransform(), [REAL, POSITIVE]),
    (lambda d, t: d.ExpTransform().inv, POSITIVE),
    (lambda d, t: d.SoftmaxTransform(), [REAL, POSITIVE]),
    (lambda d, t: d.AbsTransform(), REAL),
    (lambda d, t: d.LowerCholeskyTransform(), COVARIANCE),
    (lambda d, t: d.PositiveDefiniteTransform(), COVARIANCE),
    (lambda d, t: d.CorrCholeskyTransform(), [REAL, POSITIVE]),
    (lambda d, t: d.CorrCholeskyTransform(), [0.7]),
    (lambda d, t: d.CatTransform([d.ExpTransform(), d.AffineTransform(0.5, 2.0)], dim=-1, lengths=[1, 2]), [REAL, POSITIVE]),
    (lambda d, t: d.CatTransform([d.ExpTransform(), d.SoftplusTransform()]), [REAL, POSITIVE]),
    (lambda d, t: d.CatTransform([d.AffineTransform(t(LOC), 2.0, event_dim=1), d.ExpTransform()], 0), [REAL, POSITIVE]),
    (lambda d, t: d.StackTransform([d.ExpTransform(), d.AffineTransform(0.5, 2.0), d.identity_transform], dim=1), [REAL, POSITIVE]),
    (lambda d, t: d.StackTransform([d.StickBreakingTransform(), d.StickBreakingTransform()], dim=0), [REAL, POSITIVE]),
]
CHECKS = [
    ("boolean", [0.0, 1.0, 0.5]), ("positive", REAL), ("nonnegative", COUNT), ("unit_interval", REAL), ("real", REAL),
    ("nonnegative_integer", [0.0, 1.5, -1.0]), ("positive_integer", COUNT), ("simplex", [[0.5, 0.5], [0.5, 0.6]]), ("real_vector", PROBS),
    ("one_hot", [[0.0, 1.0], [1.0, 1.0]]), ("lower_triangular", COVARIANCE), ("lower_cholesky", [[1.0, 0.0], [2.0, 3.0]]),
    ("symmetric", COVARIANCE), ("positive_definite", COVARIANCE), ("square", COVARIANCE),
]  # fmt: skip
WRONG: list[tuple[Callable[[Any, Callable[[Any], Any]], Any], Any]] = [
    (lambda d, t: d.Binomial(3, t([0.5, 1.5]), validate_args=True), None),
    (lambda d, t: d.Binomial(t([1.5]), t([0.5]), validate_args=True), None),
    (lambda d, t: d.Binomial(3, t([0.5]), validate_args=True), [4.0]),
    (lambda d, t: d.Multinomial(3, t(PROBS), validate_args=True), [[1.0, 2.0, 1.0], [1.0, 1.0, 1.0]]),
    (lambda d, t: d.NegativeBinomial(t([3.0]), t([1.0]), validate_args=True), None),
    (lambda d, t: d.InverseGamma(t([-1.0]), 1.0, validate_args=True), None),
    (lambda d, t: d.Kumaraswamy(t([1.0]), 1.0, validate_args=True), [1.5]),
    (lambda d, t: d.GeneralizedPareto(0.0, 1.0, t([-0.5]), validate_args=True), [2.5]),
    (lambda d, t: d.LKJCholesky(2, validate_args=True), [[1.0, 0.0], [0.5, 0.5]]),
    (lambda d, t: d.Wishart(t(3.0), t(np.eye(2)), validate_args=True), [[1.0, 2.0], [2.0, 1.0]]),
    (lambda d, t: d.VonMises(0.0, t([-1.0]), validate_args=True), None),
    (lambda d, t: d.LowRankMultivariateNormal(t(LOC), t(FACTOR), t([1.0, -50.0, 1.0]), validate_args=True), None),
    (lambda d, t: d.ContinuousBernoulli(t([1.5]), validate_args=True), None),
    (lambda d, t: d.Uniform(t([1.0]), 0.5, validate_args=True), None),
]
