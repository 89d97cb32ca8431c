"""Small model sources that both frameworks execute: `nn`, `optim` and `tensor` are bound to one or the other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import mindspore
import numpy as np
import torch
from mindspore.experimental import optim

from mindaudit_data.recipes import modules

THEIRS = {
    "nn": torch.nn,
    "F": torch.nn.functional,
    "init": torch.nn.init,
    "tensor": torch.from_numpy,
    "np": np,
    "kind": torch.Tensor,
    "optim": torch.optim,
}
OURS = {
    "nn": modules,
    "F": modules.functional,
    "init": modules.init,
    "tensor": mindspore.Tensor,
    "np": np,
    "kind": mindspore.Tensor,
    "optim": optim,
}


def executed(source: str, scope: dict[str, Any]) -> SimpleNamespace:
    """The names that a source defines in one framework."""
    names = dict(scope)
    exec(
        "from abc import ABC, abstractmethod\nfrom collections import OrderedDict\nfrom dataclasses import dataclass\nimport copy\n"
        + source,
        names,
    )
    return SimpleNamespace(**names)


def plain(value: Any) -> Any:
    """A result of either framework as Python's own values, to be compared."""
    if isinstance(value, torch.Tensor):
        return [tuple(value.shape), value.detach().numpy().astype("float64").round(4).tolist()]
    if isinstance(value, mindspore.Tensor):
        return [tuple(value.shape), value.asnumpy().astype("float64").round(4).tolist()]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (torch.nn.Module, mindspore.nn.Cell)):
        return repr(value)
    return value.__name__ if isinstance(value, type) else value
