"""Recipes of a team."""
from mindspore import mint


def own_eigvals(x):
    """Eigenvalues."""
    return mint.abs(x)
