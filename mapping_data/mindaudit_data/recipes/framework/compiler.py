"""`torch.compiler`: programs run as they are written; `mindspore.jit` compiles what is to be compiled."""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.unchanged import unchanged

disable = allow_in_graph = assume_constant_result = unchanged


def is_compiling() -> bool:
    """Whether torch compiles: never."""
    return False


is_dynamo_compiling = is_exporting = is_compiling


def reset() -> None:
    """Nothing: there is nothing compiled."""


def cudagraph_mark_step_begin(*_: Any) -> None:
    """Nothing."""
