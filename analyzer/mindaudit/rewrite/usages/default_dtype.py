"""torch's default dtype in projects that set it: counterparts of torch's functions make the tensors, since MindSpore's make float32."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mindaudit.classify.judge import Judge
from mindaudit.classify.table import Table
from mindaudit.model import Target, Usage

_SETTING: Final = ("torch.set_default_dtype", "torch.set_default_tensor_type")
_FOLLOWING: Final = frozenset(
    f"torch.{name}"
    for name in (
        "zeros", "ones", "empty", "full", "eye", "rand", "randn", "linspace", "logspace", "arange", "tensor", "as_tensor", "asarray",
        "get_default_dtype",
    )
).union(_SETTING)  # fmt: skip


def goes_by_default(usage: Usage) -> bool:
    """Whether what a usage makes has the default dtype, or may have it, or it sets or tells that."""
    return usage.torch_name in _FOLLOWING and all(each.keyword != "dtype" for each in usage.arguments)


def sets_default_dtype(files: Iterable[tuple[Sequence[Usage], str]], target: Target, table: Table) -> bool:
    """Whether a file, of the usages and the text, makes another dtype than float32 the default."""
    for usages, text in files:
        setting = [usage for usage in usages if usage.kind == "call" and usage.torch_name in _SETTING]
        if any(Judge(text, target, table, frozenset()).finding(usage).verdict != "equivalent" for usage in setting):
            return True
    return False
