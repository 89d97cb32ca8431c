"""`torch.distributions`: the counterparts of its classes."""

from mindaudit_data.recipes import bounded_distributions as continuous_bernoulli
from mindaudit_data.recipes import bounded_distributions as von_mises
from mindaudit_data.recipes import composed_distributions as independent
from mindaudit_data.recipes import composed_distributions as mixture_same_family
from mindaudit_data.recipes import composed_distributions as transformed_distribution
from mindaudit_data.recipes import count_distributions as binomial
from mindaudit_data.recipes import count_distributions as multinomial
from mindaudit_data.recipes import count_distributions as negative_binomial
from mindaudit_data.recipes import discrete_distributions as bernoulli
from mindaudit_data.recipes import discrete_distributions as categorical
from mindaudit_data.recipes import discrete_distributions as geometric
from mindaudit_data.recipes import discrete_distributions as one_hot_categorical
from mindaudit_data.recipes import discrete_distributions as poisson
from mindaudit_data.recipes import distribution_base as distribution
from mindaudit_data.recipes import distribution_base as exp_family
from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes import distribution_registry as constraint_registry
from mindaudit_data.recipes import distribution_tools as utils
from mindaudit_data.recipes import divergences as kl
from mindaudit_data.recipes import gamma_distributions as beta
from mindaudit_data.recipes import gamma_distributions as chi2
from mindaudit_data.recipes import gamma_distributions as dirichlet
from mindaudit_data.recipes import gamma_distributions as exponential
from mindaudit_data.recipes import gamma_distributions as gamma
from mindaudit_data.recipes import location_scale_distributions as cauchy
from mindaudit_data.recipes import location_scale_distributions as laplace
from mindaudit_data.recipes import location_scale_distributions as normal
from mindaudit_data.recipes import location_scale_distributions as studentT  # noqa: N812
from mindaudit_data.recipes import location_scale_distributions as uniform
from mindaudit_data.recipes import (
    lowrank_multivariate_normal,
    multivariate_normal,
)
from mindaudit_data.recipes import matrix_distributions as lkj_cholesky
from mindaudit_data.recipes import matrix_distributions as wishart
from mindaudit_data.recipes import skewed_distributions as fishersnedecor
from mindaudit_data.recipes import skewed_distributions as generalized_pareto
from mindaudit_data.recipes import skewed_distributions as inverse_gamma
from mindaudit_data.recipes import skewed_distributions as kumaraswamy
from mindaudit_data.recipes import skewed_distributions as logistic_normal
from mindaudit_data.recipes import transformed_distributions as gumbel
from mindaudit_data.recipes import transformed_distributions as half_cauchy
from mindaudit_data.recipes import transformed_distributions as half_normal
from mindaudit_data.recipes import transformed_distributions as log_normal
from mindaudit_data.recipes import transformed_distributions as pareto
from mindaudit_data.recipes import transformed_distributions as relaxed_bernoulli
from mindaudit_data.recipes import transformed_distributions as relaxed_categorical
from mindaudit_data.recipes import transformed_distributions as weibull
from mindaudit_data.recipes.bounded_distributions import ContinuousBernoulli, VonMises
from mindaudit_data.recipes.composed_distributions import Independent, MixtureSameFamily, TransformedDistribution
from mindaudit_data.recipes.count_distributions import Binomial, Multinomial, NegativeBinomial
from mindaudit_data.recipes.discrete_distributions import (
    Bernoulli,
    Categorical,
    Geometric,
    OneHotCategorical,
    OneHotCategoricalStraightThrough,
    Poisson,
)
from mindaudit_data.recipes.distribution_base import Distribution, ExponentialFamily
from mindaudit_data.recipes.distribution_registry import biject_to, transform_to
from mindaudit_data.recipes.divergences import kl_divergence, register_kl
from mindaudit_data.recipes.framework.distributions import transforms
from mindaudit_data.recipes.framework.distributions.transforms import *
from mindaudit_data.recipes.gamma_distributions import Beta, Chi2, Dirichlet, Exponential, Gamma
from mindaudit_data.recipes.location_scale_distributions import Cauchy, Laplace, Normal, StudentT, Uniform
from mindaudit_data.recipes.lowrank_multivariate_normal import LowRankMultivariateNormal
from mindaudit_data.recipes.matrix_distributions import LKJCholesky, Wishart
from mindaudit_data.recipes.multivariate_normal import MultivariateNormal
from mindaudit_data.recipes.skewed_distributions import FisherSnedecor, GeneralizedPareto, InverseGamma, Kumaraswamy, LogisticNormal
from mindaudit_data.recipes.transformed_distributions import (
    Gumbel,
    HalfCauchy,
    HalfNormal,
    LogNormal,
    Pareto,
    RelaxedBernoulli,
    RelaxedOneHotCategorical,
    Weibull,
)

__all__ = [
    "AbsTransform", "AffineTransform", "Bernoulli", "Beta", "Binomial", "CatTransform", "Categorical", "Cauchy", "Chi2",
    "ComposeTransform", "ContinuousBernoulli", "CorrCholeskyTransform", "CumulativeDistributionTransform", "Dirichlet", "Distribution",
    "ExpTransform", "Exponential", "ExponentialFamily", "FisherSnedecor", "Gamma", "GeneralizedPareto", "Geometric", "Gumbel",
    "HalfCauchy", "HalfNormal", "Independent", "IndependentTransform", "InverseGamma", "Kumaraswamy", "LKJCholesky", "Laplace",
    "LogNormal", "LogisticNormal", "LowRankMultivariateNormal", "LowerCholeskyTransform", "MixtureSameFamily", "Multinomial",
    "MultivariateNormal", "NegativeBinomial", "Normal", "OneHotCategorical", "OneHotCategoricalStraightThrough", "Pareto", "Poisson",
    "PositiveDefiniteTransform", "PowerTransform", "RelaxedBernoulli", "RelaxedOneHotCategorical", "ReshapeTransform",
    "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StackTransform", "StickBreakingTransform", "StudentT",
    "TanhTransform", "Transform", "TransformedDistribution", "Uniform", "VonMises", "Weibull", "Wishart", "biject_to",
    "identity_transform", "kl_divergence", "register_kl", "transform_to",
]  # fmt: skip
