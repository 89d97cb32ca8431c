"""`einops.layers`: the same classes for every framework that a pattern was written for."""

from mindaudit_data.recipes.einops.layers.torch import EinMix, Rearrange, Reduce

__all__ = ["EinMix", "Rearrange", "Reduce"]
