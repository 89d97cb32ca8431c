"""The names in which substitutions are written: mindspore, mint, ops, nn, Tensor, np."""

from __future__ import annotations

import re
from typing import Final

ROOTS: Final = {"mindspore": "mindspore", "ms": "mindspore", "mint": "mindspore.mint", "ops": "mindspore.ops", "nn": "mindspore.nn"}
ROOTS["Tensor"] = "mindspore.Tensor"
_IMPORTS: Final = {
    "mindspore": "import mindspore",
    "ms": "import mindspore as ms",
    "np": "import numpy as np",
    **{root: f"from mindspore import {root}" for root in ("mint", "ops", "nn", "Tensor")},
}
_DTYPES: Final = {"float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32", "short": "int16"}
_DTYPE: Final = re.compile(r"mindspore\.((?:u?int|float|bfloat|complex)\d+|bool_?)")
_CONSTANT: Final = re.compile(r"torch\.((?:u?int|float|bfloat|complex)\d+|bool|float|double|half|long|int|short)")


def full_name(written: str) -> str | None:
    """The MindSpore name of a dotted name in a template, None if its root stands for nothing there."""
    root, dot, rest = written.partition(".")
    return ROOTS[root] + dot + rest if root in ROOTS else None


def import_line(root: str) -> str | None:
    """The import that binds a root of template names."""
    return _IMPORTS.get(root)


def is_dtype(written: str) -> bool:
    """Whether a name in a template is one of MindSpore's dtypes, which cannot be called."""
    return _DTYPE.fullmatch(written) is not None


def mindspore_constant(text: str) -> str | None:
    """The MindSpore spelling of a torch dtype, as in defaults; None for any other torch name."""
    match = _CONSTANT.fullmatch(text)
    if not match:
        return None
    name = _DTYPES.get(match[1], match[1])
    return f"mindspore.{'bool_' if name == 'bool' else name}"
