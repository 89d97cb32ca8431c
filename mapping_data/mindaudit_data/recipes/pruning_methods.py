"""The classes of `torch.nn.utils.prune`: which elements of a parameter become zero, and the hook that makes them so.

A pruned module has the parameter as NAME_orig and a buffer NAME_mask; each call of it sets the attribute NAME to their product.
PyNative mode, MindSpore 2.10, the modules of the recipes; exact, but for random choices.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from numbers import Integral, Real
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import no_gradients


class BasePruningMethod(ABC):
    """A method for one parameter of one module. Subclasses define `compute_mask` and PRUNING_TYPE, which tells what a second one sees.

    That is the elements which are left ("unstructured"), the slices along `dim` of which something is left ("structured"), or all
    ("global").
    """

    PRUNING_TYPE: str
    _tensor_name: str

    def __call__(self, module: Any, inputs: Any) -> None:
        """The hook before each call of the module."""
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """1 for elements that stay, 0 for the others; `default_mask` is what others have left. No gradients flow through it."""

    def apply_mask(self, module: Any) -> Tensor:
        """The pruned parameter, through which gradients flow."""
        original = getattr(module, f"{self._tensor_name}_orig")
        return getattr(module, f"{self._tensor_name}_mask").astype(original.dtype) * original

    @classmethod
    def apply(cls, module: Any, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any) -> Any:
        """Prunes a parameter by a new method, which the other arguments are for; gives the method, or the container of several.

        Raises NotImplementedError in graph mode, where the hooks of modules inside of a network are not called.
        """
        if mindspore.get_context("mode") == mindspore.GRAPH_MODE:
            raise NotImplementedError("graphs do not call the hooks of pruned modules: prune in PyNative mode, and remove before compiling")
        method = _joined(module, name, cls(*args, **kwargs))
        is_first = not isinstance(method, PruningContainer)
        original = getattr(module, name)
        scores = _checked(importance_scores, original, f"parameter {name} of {module}")
        mask = Tensor(np.ones(original.shape), original.dtype) if is_first else getattr(module, f"{name}_mask").copy()
        if is_first:
            module.register_parameter(f"{name}_orig", original)
            del module._parameters[name]
        try:
            _begin(module, name, method, scores, mask)
        except Exception:
            if is_first:
                module.register_parameter(name, original)
                del module._parameters[f"{name}_orig"]
            raise
        return method

    def prune(self, t: Tensor, default_mask: Tensor | None = None, importance_scores: Tensor | None = None) -> Tensor:
        """A pruned tensor, of no module."""
        mask = ops.ones_like(t) if default_mask is None else default_mask
        return t * _computed(self, _checked(importance_scores, t, "tensor t"), mask)

    @no_gradients()
    def remove(self, module: Any) -> None:
        """The pruned parameter is an ordinary one with zeros from now on; the hook stays."""
        name = self._tensor_name
        weight, original = self.apply_mask(module), module._parameters[f"{name}_orig"]
        if hasattr(module, name):
            delattr(module, name)
        original.data = weight
        del module._parameters[f"{name}_orig"]
        del module._buffers[f"{name}_mask"]
        setattr(module, name, original)


def _joined(module: Any, name: str, method: Any) -> Any:
    """The method, or the container of those that the module has for this parameter, with the method as its last one."""
    hooks = module._forward_pre_hooks
    found = [key for key, hook in hooks.items() if isinstance(hook, BasePruningMethod) and hook._tensor_name == name]
    if len(found) > 1:
        raise AssertionError(f"Avoid adding multiple pruning hooks to the same tensor {name} of module {module}. Use a PruningContainer.")
    method._tensor_name = name
    if not found:
        return method
    old = hooks.pop(found[0])
    container = old if isinstance(old, PruningContainer) else PruningContainer(old)
    container.add_pruning_method(method)
    return container


def _checked(scores: Any, tensor: Tensor, told: str) -> Tensor:
    """The scores, or the tensor where none are given."""
    if scores is not None and scores.shape != tensor.shape:
        raise AssertionError(f"importance_scores should have the same shape as {told}, got {scores.shape} vs {tensor.shape}")
    return tensor if scores is None else scores


@no_gradients()
def _computed(method: Any, scores: Tensor, mask: Tensor) -> Tensor:
    return method.compute_mask(scores, default_mask=mask)


def _begin(module: Any, name: str, method: Any, scores: Tensor, mask: Tensor) -> None:
    module.register_buffer(f"{name}_mask", _computed(method, scores, mask))
    setattr(module, name, method.apply_mask(module))
    module.register_forward_pre_hook(method)


class PruningContainer(BasePruningMethod):
    """Several methods of one parameter, in their order: the mask of the last one works on what the others have left."""

    def __init__(self, *args: Any) -> None:
        self._pruning_methods: tuple[Any, ...] = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """One more. Raises TypeError for what is none, ValueError for one of another parameter."""
        if method is not None and not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            told = f"parameter named '{self._tensor_name}' to PruningContainer {self}. Found '{method._tensor_name}'"
            raise ValueError(f"Can only add pruning methods acting on the {told}")
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._pruning_methods)

    def __getitem__(self, idx: Any) -> Any:
        return self._pruning_methods[idx]

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """That of the last method, on what it sees."""
        method, mask = self._pruning_methods[-1], default_mask.asnumpy()
        seen, combined = _seen(method, mask), mask.copy()
        part = method.compute_mask(Tensor(t.asnumpy()[seen]), default_mask=Tensor(mask[seen]))
        combined[seen] = part.asnumpy()
        return Tensor(combined).astype(t.dtype)


def _seen(method: Any, mask: np.ndarray) -> Any:
    """The index of what a method sees of a tensor with a mask. Raises ValueError for an unknown type, IndexError for no dimension."""
    if method.PRUNING_TYPE == "global":
        return ...
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE != "structured":
        raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
    if not -mask.ndim <= method.dim < mask.ndim:
        raise IndexError(f"Index is out of bounds for tensor with dimensions {mask.ndim}")
    dim = method.dim % mask.ndim
    others = tuple([each for each in range(mask.ndim) if each != dim])
    return (*[slice(None)] * dim, mask.sum(others) != 0)


class Identity(BasePruningMethod):
    """Prunes nothing, but gives the parameter a mask."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """See the base."""
        return default_mask


class _Amount(BasePruningMethod):
    """Prunes a number of elements or slices, or a share of them."""

    def __init__(self, amount: Any) -> None:
        """Raises TypeError for no number, ValueError for one below 0 and for a share above 1."""
        if not isinstance(amount, Real):
            raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
        if amount < 0 or not (isinstance(amount, Integral) or amount <= 1):
            raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")
        self.amount: Any = amount

    def _count(self, size: int) -> int:
        """How many of so many are pruned. Raises ValueError if there are fewer."""
        count = int(self.amount) if isinstance(self.amount, Integral) else round(float(self.amount) * size)
        if count > size:
            raise ValueError(f"amount={count} should be smaller than the number of parameters to prune={size}")
        return count


class _Unstructured(_Amount):
    """Prunes the elements with the smallest scores."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """See the base."""
        mask, count = default_mask.asnumpy().copy(), self._count(t.size)
        mask.reshape(-1)[np.argsort(self._scores(t), kind="stable")[:count]] = 0
        return Tensor(mask)

    def _scores(self, t: Tensor) -> np.ndarray:
        raise NotImplementedError


class RandomUnstructured(_Unstructured):
    """Prunes elements by chance."""

    def _scores(self, t: Tensor) -> np.ndarray:
        return _random(t.size)


class L1Unstructured(_Unstructured):
    """Prunes the elements that are nearest to zero."""

    def _scores(self, t: Tensor) -> np.ndarray:
        return np.abs(t.asnumpy()).reshape(-1)


class _Structured(_Amount):
    """Prunes the slices along a dimension that have the smallest scores."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: float, dim: int = -1) -> None:
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """See the base. Raises ValueError for a tensor without a second dimension, IndexError if it lacks that dimension."""
        if t.ndim <= 1:
            told = f"Found tensor of shape {t.shape} with {t.ndim} dims"
            raise ValueError(f"Structured pruning can only be applied to multidimensional tensors. {told}")
        if self.dim >= t.ndim:
            raise IndexError(f"Invalid index {self.dim} for tensor of size {t.shape}")
        slices = np.moveaxis(t.asnumpy(), self.dim, 0).reshape(t.shape[self.dim], -1)
        mask, count = default_mask.asnumpy().copy(), self._count(len(slices))
        np.moveaxis(mask, self.dim, 0)[np.argsort(self._scores(slices), kind="stable")[:count]] = 0
        return Tensor(mask)

    def _scores(self, slices: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class RandomStructured(_Structured):
    """Prunes slices by chance."""

    def _scores(self, slices: np.ndarray) -> np.ndarray:
        return _random(len(slices))


class LnStructured(_Structured):
    """Prunes the slices whose norm of order `n` is smallest."""

    def __init__(self, amount: float, n: Any, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def _scores(self, slices: np.ndarray) -> np.ndarray:
        return np.linalg.norm(slices, 2 if self.n == "fro" else float(self.n), axis=1)


def _random(count: int) -> np.ndarray:
    return ops.rand((count,)).asnumpy()


class CustomFromMask(BasePruningMethod):
    """Prunes what a mask tells."""

    PRUNING_TYPE = "global"

    def __init__(self, mask: Tensor) -> None:
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """See the base."""
        if default_mask.shape != self.mask.shape:
            raise AssertionError(f"default_mask shape {default_mask.shape} must match self.mask shape {self.mask.shape}")
        return default_mask * self.mask.astype(default_mask.dtype)
