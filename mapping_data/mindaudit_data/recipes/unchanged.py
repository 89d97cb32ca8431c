"""Decorators that only instruct torch's compilers: `torch.jit.ignore`, `jit.unused`, `jit.export`, `fx.wrap`, `compiler.disable`.

Any MindSpore version and mode; exact. The decorator may as well be left out.
"""

from __future__ import annotations

from typing import Any


def unchanged(function: Any = None, **options: Any) -> Any:
    """What it gets, so that it can stand for a decorator with and without arguments."""
    return unchanged if function is None or isinstance(function, bool) else function
