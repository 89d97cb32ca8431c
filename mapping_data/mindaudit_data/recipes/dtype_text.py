"""The text of a dtype as torch writes it: "torch.float32". MindSpore's is "Float32".

MindSpore 2.0 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.scope import compiled_as

_OTHERWISE = {"float8e4m3fn": "float8_e4m3fn", "float8e5m2": "float8_e5m2"}
"""Names that differ in more than their case."""


@constexpr
def _known(value: Any) -> str:
    return _text(value)


def _compiled(value: Any) -> Any:
    return _known(value)


@compiled_as(_compiled)
def dtype_text(value: Any) -> str:
    """The text of a dtype; of anything else, what `str` makes of it. In a graph it is found while that is compiled."""
    return _text(value)


def _text(value: Any) -> str:
    if not isinstance(value, mindspore.dtype.Type):
        return str(value)
    name = str(value).lower()
    return f"torch.{_OTHERWISE.get(name, name)}"
