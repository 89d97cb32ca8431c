"""Attributes of torch modules, tensors and instances of torch classes, according to the catalog."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import CONTEXT, MODULE, value_of
from mindaudit_data import counterparts
from mindaudit_data.catalog import Api

_REAL_PARTS: Final = frozenset({"real", "imag"})
_SAME_TENSOR: Final = frozenset({"T", "mT", "H", "mH", "data", "real", "imag", "grad"})
_STATIC: Final = frozenset({"ndim", "dtype", "device", "layout", "requires_grad", "is_leaf", "is_cuda", "is_sparse"})
_PARAMETERS: Final = frozenset({"weight", "bias", "running_mean", "running_var", "in_proj_weight", "in_proj_bias"})
_NAMED_CONTAINERS: Final = ("torch.nn.Sequential", "torch.nn.ModuleDict")
"""Modules whose further attributes are the modules that they hold."""
_OF_DICTS: Final = frozenset(dir(dict))
"""What nobody calls a module: the object may be a dict of modules instead."""
_NUMBERS: Final = frozenset({
    "in_features", "out_features", "in_channels", "out_channels", "num_features", "embedding_dim",
    "num_embeddings", "embed_dim", "num_heads",
})  # fmt: skip


def torch_attribute(evaluator: Evaluator, owner: str, name: str) -> Value:
    """`owner.name` of a torch module or class; BOTTOM where its class lacks it."""
    torch = evaluator.torch
    if owner == name:  # a package that imports itself by name, as torch does
        return v.one(at.Torch(owner))
    full = f"{owner}.{name}"
    api = torch.lookup(full)
    if api is None and torch.kind(owner) == "class":
        api = torch.method(owner, name)
    if api is None and torch.kind(owner) not in ("module", ""):
        return v.BOTTOM
    if api is None and name in counterparts.OF_MODULES:
        return v.TOP
    return v.one(at.Torch(api.name if api else full))


def tensor_attribute(evaluator: Evaluator, tensor: at.Tensor, base: Value, name: str) -> Value:
    """An attribute of a tensor; `base` is the value that contains it."""
    api = evaluator.torch.tensor_method(name)
    if api is None:
        return v.TOP
    if api.kind == "method":
        return v.one(at.TorchMethod(api.name, tensor), level=base.level, cause=base.cause)
    if name == "shape":
        return v.one(at.Plain("size"), level=base.level, cause=_shape_cause(tensor, base))
    if name in _SAME_TENSOR:
        is_part = name in _REAL_PARTS and tensor.is_complex
        return v.tensor("float" if is_part else tensor.dtype, tensor.rank, tensor.dynamic, base.level, base.cause)
    cause = v.CONST if name in _STATIC else base.cause
    return value_of(evaluator.torch.returned(api), v.one(tensor), base.level, cause)


def _shape_cause(tensor: at.Tensor, base: Value) -> int:
    """The cause of a tensor's shape: data if it was created so, the shape of the inputs if it is computed from them."""
    return v.DATA if tensor.dynamic else min(base.cause, v.SHAPE)


def instance_attribute(evaluator: Evaluator, instance: at.Instance, base: Value, name: str) -> Value:
    """An attribute of an instance of a torch class; `base` is the value that contains it."""
    torch = evaluator.torch
    api = torch.method(instance.torch_class, name)
    if api is not None:
        return bound(evaluator, api, instance, base.level)
    if instance.torch_class == CONTEXT and name == "saved_tensors":
        return v.holder(at.List, v.tensor())
    if instance.torch_class in _NAMED_CONTAINERS and not name.startswith("_") and name not in _OF_DICTS:
        return v.one(at.Instance(MODULE, None))  # which of them nobody knows
    if torch.derives(instance.torch_class, MODULE):
        if name in _PARAMETERS:
            return v.tensor(cause=v.CONFIG)
        if name in _NUMBERS:
            return v.plain("int", v.CONFIG)
    return v.TOP


def bound(evaluator: Evaluator, api: Api, receiver: Atom, level: int) -> Value:
    """A method bound to its receiver, or the value of a property."""
    if api.kind in ("method", "function"):
        return v.one(at.TorchMethod(api.name, receiver), level=level)
    return value_of(evaluator.torch.returned(api), v.one(receiver), level, v.CONFIG)
