"""`torch.quasirandom`."""

from mindaudit_data.recipes.sobol_engine import SobolEngine

__all__ = ["SobolEngine"]
