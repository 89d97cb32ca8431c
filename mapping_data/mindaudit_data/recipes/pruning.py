"""The functions of `torch.nn.utils.prune`: zeros in parameters of modules, kept by masks.

PyNative mode, MindSpore 2.10, the modules of the recipes; exact, but for random choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.parameter_vectors import parameters_to_vector
from mindaudit_data.recipes.pruning_methods import (
    BasePruningMethod,
    CustomFromMask,
    Identity,
    L1Unstructured,
    LnStructured,
    PruningContainer,
    RandomStructured,
    RandomUnstructured,
)


def identity(module: Any, name: str) -> Any:
    """The module, whose parameter has a mask of ones."""
    Identity.apply(module, name)
    return module


def random_unstructured(module: Any, name: str, amount: float) -> Any:
    """The module without a number or share of the elements of a parameter, chosen by chance."""
    RandomUnstructured.apply(module, name, amount=amount)
    return module


def l1_unstructured(module: Any, name: str, amount: float, importance_scores: Tensor | None = None) -> Any:
    """The module without the elements of a parameter that are nearest to zero, or have the smallest scores."""
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Any, name: str, amount: float, dim: int) -> Any:
    """The module without a number or share of a parameter's slices along a dimension, chosen by chance."""
    RandomStructured.apply(module, name, amount=amount, dim=dim)
    return module


def ln_structured(module: Any, name: str, amount: float, n: Any, dim: int, importance_scores: Tensor | None = None) -> Any:
    """The module without the slices of a parameter, or of its scores, whose norm of order `n` is smallest."""
    LnStructured.apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Any, name: str, mask: Tensor) -> Any:
    """The module without the elements of a parameter where the mask is zero."""
    CustomFromMask.apply(module, name, mask=mask)
    return module


def global_unstructured(parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any) -> None:
    """Prunes parameters, pairs of a module and a name, as if they were one. Raises TypeError for a method that is not "unstructured"."""
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, Mapping):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    pairs = list(parameters)
    values = parameters_to_vector([scores.get((module, name), getattr(module, name)) for module, name in pairs])
    masks = parameters_to_vector([_mask(module, name) for module, name in pairs])
    rest = _container(pruning_method(**kwargs)).compute_mask(values, masks)
    for module, name in pairs:
        shape, size = getattr(module, name).shape, getattr(module, name).size
        custom_from_mask(module, name, rest[:size].reshape(shape))
        rest = rest[size:]


def _mask(module: Any, name: str) -> Tensor:
    return getattr(module, f"{name}_mask") if hasattr(module, f"{name}_mask") else ops.ones_like(getattr(module, name))


def _container(method: BasePruningMethod) -> PruningContainer:
    if method.PRUNING_TYPE != "unstructured":
        told = f"Found method {type(method)} of type {method.PRUNING_TYPE}"
        raise TypeError(f'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. {told}')
    method._tensor_name = "temp"
    return PruningContainer(method)


def remove(module: Any, name: str) -> Any:
    """The module with the pruned parameter as an ordinary one. Raises ValueError if it is not pruned."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module: Any) -> bool:
    """Whether the module or one below it has a pruned parameter."""
    hooks = [hook for part in module.modules() for hook in getattr(part, "_forward_pre_hooks", {}).values()]
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
