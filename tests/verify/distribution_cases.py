"""Distributions, each with values; functions of a parameter and a value: what is compared with torch's answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Build = Callable[[Any, Callable[[Any], Any]], Any]
LOC, SCALE = [-0.5, 0.0, 1.5], [0.3, 1.0, 2.5]
PROBS = [[0.2, 0.3, 0.5], [0.7, 0.2, 0.1]]
ROOT = [[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.48, -0.6, 0.64]]
FACTOR = [[0.5, -1.0], [0.3, 0.7], [1.2, 0.1]]
COVARIANCE = [[2.0, 0.3, 0.1], [0.3, 1.0, -0.2], [0.1, -0.2, 0.5]]
REAL, POSITIVE, UNIT, COUNT = [-1.2, 0.3, 2.4], [0.2, 1.1, 3.0], [0.1, 0.5, 0.8], [0.0, 1.0, 4.0]

CASES: dict[str, tuple[Build, Any]] = {
    "normal": (lambda d, t: d.Normal(t(LOC), t(SCALE)), REAL),
    "normal of numbers": (lambda d, t: d.Normal(0.5, 2.0), REAL),
    "normal of a number and a tensor": (lambda d, t: d.Normal(0, t(SCALE)), REAL),
    "normal of other shapes": (lambda d, t: d.Normal(loc=t([[0.1], [0.2]]), scale=t(SCALE), validate_args=False), REAL),
    "log normal": (lambda d, t: d.LogNormal(t(LOC), t(SCALE)), POSITIVE),
    "laplace": (lambda d, t: d.Laplace(t(LOC), t(SCALE)), REAL),
    "cauchy": (lambda d, t: d.Cauchy(t(LOC), t(SCALE)), REAL),
    "uniform": (lambda d, t: d.Uniform(t([-2.0, -1.0, 0.0]), t([1.0, 1.0, 3.0])), REAL),
    "student": (lambda d, t: d.StudentT(t([0.8, 1.5, 4.0]), t(LOC), t(SCALE)), REAL),
    "student of defaults": (lambda d, t: d.StudentT(t([3.0, 5.0, 8.0])), REAL),
    "gumbel": (lambda d, t: d.Gumbel(t(LOC), t(SCALE)), REAL),
    "half normal": (lambda d, t: d.HalfNormal(t(SCALE)), POSITIVE),
    "half cauchy": (lambda d, t: d.HalfCauchy(t(SCALE)), POSITIVE),
    "exponential": (lambda d, t: d.Exponential(t(SCALE)), POSITIVE),
    "gamma": (lambda d, t: d.Gamma(t([0.5, 1.5, 4.0]), t(SCALE)), POSITIVE),
    "chi2": (lambda d, t: d.Chi2(t([1.0, 3.0, 6.0])), POSITIVE),
    "beta": (lambda d, t: d.Beta(t([0.5, 2.0, 3.0]), t(SCALE)), UNIT),
    "dirichlet": (lambda d, t: d.Dirichlet(t([[0.5, 1.5, 3.0], [2.0, 2.0, 4.0]])), [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]),
    "weibull": (lambda d, t: d.Weibull(t(SCALE), t([0.8, 1.5, 3.0])), POSITIVE),
    "pareto": (lambda d, t: d.Pareto(t([0.1, 0.5, 1.0]), t([2.5, 3.0, 4.0])), POSITIVE),
    "poisson": (lambda d, t: d.Poisson(t(SCALE)), COUNT),
    "bernoulli": (lambda d, t: d.Bernoulli(t(UNIT)), [0.0, 1.0, 1.0]),
    "bernoulli of logits": (lambda d, t: d.Bernoulli(logits=t(LOC)), [0.0, 1.0, 1.0]),
    "geometric": (lambda d, t: d.Geometric(t(UNIT)), COUNT),
    "geometric of logits": (lambda d, t: d.Geometric(logits=t(LOC)), COUNT),
    "categorical": (lambda d, t: d.Categorical(t(PROBS)), [2, 0]),
    "categorical of weights": (lambda d, t: d.Categorical(probs=t([3.0, 1.0, 4.0])), [0, 1, 2, 2]),
    "categorical of logits": (lambda d, t: d.Categorical(logits=t([LOC, SCALE])), [2, 0]),
    "one hot": (lambda d, t: d.OneHotCategorical(t(PROBS)), [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
    "one hot of logits": (lambda d, t: d.OneHotCategorical(logits=t([LOC, SCALE])), [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
    "straight through": (lambda d, t: d.OneHotCategoricalStraightThrough(t(PROBS)), [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
    "relaxed bernoulli": (lambda d, t: d.RelaxedBernoulli(t(0.7), logits=t(LOC)), UNIT),
    "relaxed one hot": (lambda d, t: d.RelaxedOneHotCategorical(t(0.7), t(PROBS)), [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]),
    "vectors by covariance": (lambda d, t: d.MultivariateNormal(t(LOC), t(COVARIANCE)), [REAL, POSITIVE]),
    "vectors by precision": (lambda d, t: d.MultivariateNormal(t(LOC), precision_matrix=t(COVARIANCE)), [REAL, POSITIVE]),
    "vectors by root": (lambda d, t: d.MultivariateNormal(t([LOC, SCALE]), scale_tril=t(np.tril(COVARIANCE))), [REAL, POSITIVE]),
    "binomial": (lambda d, t: d.Binomial(4, t(UNIT)), COUNT),
    "binomial of logits": (lambda d, t: d.Binomial(t([4.0, 9.0, 60.0]), logits=t(LOC)), COUNT),
    "binomial of one": (lambda d, t: d.Binomial(probs=t(UNIT)), [0.0, 1.0, 1.0]),
    "negative binomial": (lambda d, t: d.NegativeBinomial(t([0.5, 3.0, 7.0]), t(UNIT)), COUNT),
    "negative binomial of logits": (lambda d, t: d.NegativeBinomial(2.0, logits=t(LOC)), COUNT),
    "multinomial": (lambda d, t: d.Multinomial(5, t(PROBS)), [[1.0, 4.0, 0.0], [2.0, 0.0, 3.0]]),
    "multinomial of logits": (lambda d, t: d.Multinomial(3, logits=t(LOC)), [[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]]),
    "inverse gamma": (lambda d, t: d.InverseGamma(t([0.5, 1.5, 4.0]), t(SCALE)), POSITIVE),
    "kumaraswamy": (lambda d, t: d.Kumaraswamy(t([0.5, 1.5, 4.0]), t(SCALE)), UNIT),
    "logistic normal": (lambda d, t: d.LogisticNormal(t([LOC[:2], SCALE[:2]]), 0.7), [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]),
    "logistic normal of numbers": (lambda d, t: d.LogisticNormal(0.3, 0.7), [[0.2, 0.8], [0.5, 0.5]]),
    "fisher": (lambda d, t: d.FisherSnedecor(t([1.0, 3.0, 6.0]), t([1.5, 3.0, 7.0])), POSITIVE),
    "generalized pareto": (lambda d, t: d.GeneralizedPareto(t([0.0, 0.5, 1.0]), t(SCALE), t([0.3, 0.0, -0.4])), [0.2, 1.1, 3.0]),
    "generalized pareto with heavy tails": (lambda d, t: d.GeneralizedPareto(0.0, 1.0, t([0.7, 1.2])), [0.2, 1.1]),
    "low rank": (lambda d, t: d.LowRankMultivariateNormal(t(LOC), t(FACTOR), t(SCALE)), [REAL, POSITIVE]),
    "low rank of other shapes": (
        lambda d, t: d.LowRankMultivariateNormal(t([LOC, SCALE]), t([FACTOR, FACTOR]), t(SCALE)),
        [REAL, POSITIVE],
    ),
    "correlations": (lambda d, t: d.LKJCholesky(3, t([0.7, 1.0, 2.5])), [ROOT, np.eye(3), ROOT]),
    "correlations of two": (lambda d, t: d.LKJCholesky(2), [[1.0, 0.0], [0.6, 0.8]]),
    "wishart": (lambda d, t: d.Wishart(t([2.5, 6.5]), t(COVARIANCE)), [COVARIANCE, np.eye(3)]),
    "wishart by precision": (lambda d, t: d.Wishart(7, precision_matrix=t(COVARIANCE)), COVARIANCE),
    "wishart by root": (lambda d, t: d.Wishart(t(4.5), scale_tril=t([ROOT, np.eye(3)])), [COVARIANCE, np.eye(3)]),
    "continuous bernoulli": (lambda d, t: d.ContinuousBernoulli(t([0.1, 0.4999, 0.8])), UNIT),
    "continuous bernoulli of logits": (lambda d, t: d.ContinuousBernoulli(logits=t([-3.0, 0.003, 0.7])), UNIT),
    "von mises": (lambda d, t: d.VonMises(t(LOC), t([0.3, 2.0, 40.0])), REAL),
    "von mises of numbers": (lambda d, t: d.VonMises(0.7, 1e-6), REAL),
    "independent": (lambda d, t: d.Independent(d.Normal(t([LOC, SCALE]), t(SCALE)), 1), [REAL, POSITIVE]),
    "mixture": (lambda d, t: d.MixtureSameFamily(d.Categorical(t(PROBS)), d.Normal(t([LOC, SCALE]), t(SCALE))), [0.5, 1.0]),
    "mixture of vectors": (
        lambda d, t: d.MixtureSameFamily(d.Categorical(t([0.4, 0.6])), d.Independent(d.Normal(t([LOC, SCALE]), t(SCALE)), 1)),
        [REAL, POSITIVE],
    ),
    "transformed": (
        lambda d, t: d.TransformedDistribution(
            d.Normal(t(LOC), t(SCALE)), [d.transforms.TanhTransform(), d.transforms.AffineTransform(0.5, -0.5)]
        ),
        UNIT,
    ),
    "transformed to probabilities": (
        lambda d, t: d.TransformedDistribution(d.Normal(t([LOC, SCALE]), t(1.0)), d.StickBreakingTransform()),
        [[0.2, 0.3, 0.1, 0.4], [0.1, 0.1, 0.5, 0.3]],
    ),
}
BY_PARAMETERS: dict[str, tuple[Callable[..., Any], Any, Any]] = {
    "normal": (lambda d, p, v: d.Normal(p, p * p + 0.5).log_prob(v), REAL, REAL),
    "gamma": (lambda d, p, v: d.Gamma(p, p + 1).log_prob(v), POSITIVE, POSITIVE),
    "beta": (lambda d, p, v: d.Beta(p, p + 1).log_prob(v), POSITIVE, UNIT),
    "student": (lambda d, p, v: d.StudentT(p, p, p).log_prob(v), POSITIVE, REAL),
    "categorical": (lambda d, p, v: d.Categorical(logits=p).log_prob(v) + d.Categorical(logits=p).entropy(), REAL, [0, 2]),
    "categorical of probs": (lambda d, p, v: d.Categorical(p).log_prob(v) + d.Categorical(p).entropy(), POSITIVE, [0, 2]),
    "bernoulli": (lambda d, p, v: d.Bernoulli(logits=p).log_prob(v) + d.Bernoulli(logits=p).entropy(), REAL, [0.0, 1.0, 1.0]),
    "covariance": (lambda d, p, v: d.MultivariateNormal(v, p).log_prob(v * 0.5) + d.MultivariateNormal(v, p).entropy(), COVARIANCE, REAL),
    "precision": (lambda d, p, v: d.MultivariateNormal(v, precision_matrix=p).log_prob(v * 0.5), COVARIANCE, REAL),
    "binomial": (lambda d, p, v: d.Binomial(4, p).log_prob(v) + d.Binomial(4, p).entropy(), UNIT, COUNT),
    "negative binomial": (lambda d, p, v: d.NegativeBinomial(p + 1, logits=p).log_prob(v), REAL[1:], COUNT[1:]),
    "multinomial": (lambda d, p, v: d.Multinomial(5, p).log_prob(v) + d.Multinomial(5, p).entropy(), POSITIVE, [4.0, 1.0, 0.0]),
    "inverse gamma": (lambda d, p, v: d.InverseGamma(p, p + 1).log_prob(v), POSITIVE, POSITIVE),
    "kumaraswamy": (lambda d, p, v: d.Kumaraswamy(p, p + 1).log_prob(v) + d.Kumaraswamy(p, p + 1).mean, POSITIVE, UNIT),
    "logistic normal": (lambda d, p, v: d.LogisticNormal(p, 0.7).log_prob(v), REAL, [0.2, 0.3, 0.1, 0.4]),
    "fisher": (lambda d, p, v: d.FisherSnedecor(p, p + 1).log_prob(v), POSITIVE, POSITIVE),
    "generalized pareto": (lambda d, p, v: d.GeneralizedPareto(0.0, p + 2, p).log_prob(v), [-0.3, 0.0, 0.4], POSITIVE),
    "low rank": (
        lambda d, p, v: (
            d.LowRankMultivariateNormal(v, p, p[:, 0] ** 2 + 0.5).log_prob(v * 0.5)
            + d.LowRankMultivariateNormal(v, p, p[:, 1] ** 2 + 0.5).entropy()
        ),
        FACTOR,
        REAL,
    ),
    "correlations": (lambda d, p, v: d.LKJCholesky(3, p).log_prob(v), POSITIVE, ROOT),
    "wishart of freedom": (lambda d, p, v: d.Wishart(p + 3, v).log_prob(v * 2) + d.Wishart(p + 3, v).entropy(), POSITIVE, COVARIANCE),
    "wishart of covariance": (lambda d, p, v: d.Wishart(v, p).log_prob(p * 1.5) + d.Wishart(v, p).entropy(), COVARIANCE, 4.5),
    "continuous bernoulli": (
        lambda d, p, v: d.ContinuousBernoulli(p).log_prob(v) + d.ContinuousBernoulli(p).entropy() + d.ContinuousBernoulli(p).variance,
        [0.1, 0.4999, 0.8],
        UNIT,
    ),
    "continuous bernoulli of logits": (lambda d, p, v: d.ContinuousBernoulli(logits=p).log_prob(v), REAL, UNIT),
    "von mises": (lambda d, p, v: d.VonMises(p, p * p + 0.5).log_prob(v) + d.VonMises(v, p * p + 0.5).variance, REAL, REAL),
    "squashed": (
        lambda d, p, v: d.TransformedDistribution(d.Normal(p, 1.0), [d.transforms.TanhTransform(cache_size=1)]).log_prob(v),
        REAL,
        UNIT,
    ),
    "mixture": (lambda d, p, v: d.MixtureSameFamily(d.Categorical(logits=p), d.Normal(p, 1.0)).log_prob(v), REAL, 0.4),
    "divergence": (lambda d, p, v: d.kl_divergence(d.Normal(p, 2.0), d.Normal(v, 1.5)), REAL, REAL),
}
DIFFERENTIABLE: list[Callable[[Any, Any], Any]] = [
    lambda d, p: d.Normal(p, p),
    lambda d, p: d.Gamma(p, 1.5),
    lambda d, p: d.Beta(p, 1.5),
    lambda d, p: d.Exponential(p),
    lambda d, p: d.Laplace(p, p),
    lambda d, p: d.Gumbel(p, p),
    lambda d, p: d.LogNormal(p, 0.3),
    lambda d, p: d.Uniform(-p, p),
    lambda d, p: d.Weibull(p, 2.0),
    lambda d, p: d.ContinuousBernoulli(logits=p),
    lambda d, p: d.InverseGamma(p + 1, p),
    lambda d, p: d.LowRankMultivariateNormal(p, p[:, None], p * p),
    lambda d, p: d.Kumaraswamy(p, p + 1),
    lambda d, p: d.FisherSnedecor(p + 1, p + 2),
    lambda d, p: d.GeneralizedPareto(p, p, p - 1.1),
]
