"""What a distribution's methods give is a tensor, also where a kind of distribution has its own."""
import torch
from torch.distributions import Normal


def chance(mean: torch.Tensor):
    normal = Normal(mean, 1.0)  # -> torch.distributions.Normal certain
    below = normal.cdf(mean)  # -> torch.distributions.Normal.cdf certain
    return below.where(below > 0, normal.log_prob(mean))  # -> torch.distributions.Normal.log_prob certain, torch.Tensor.where certain


def lazily(logits: torch.Tensor):
    torch.distributions.Categorical(logits=logits).probs.argmax()  # -> torch.distributions.Categorical certain, torch.Tensor.argmax certain
