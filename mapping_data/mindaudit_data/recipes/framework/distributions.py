"""`torch.distributions`: what takes part as a class or by another name; calls are rewritten where they stand."""

from mindspore.nn.probability.distribution import (
    Bernoulli,
    Beta,
    Categorical,
    Cauchy,
    Distribution,
    Exponential,
    Gamma,
    Geometric,
    Gumbel,
    Laplace,
    LogNormal,
    Normal,
    Poisson,
    Uniform,
)
