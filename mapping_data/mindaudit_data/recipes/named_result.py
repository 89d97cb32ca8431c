"""Results of several tensors whose parts are read by name, as torch's are: `torch.max(x, 1).values`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from mindaudit_data.recipes.compiled import compiled

_type: Callable[[str, tuple[str, ...]], Any] = lru_cache(namedtuple)


def named_result(parts: Any, *names: str) -> Any:
    """The parts as a named tuple with these field names; a single tensor as it is. Any backend; exact.

    In graphs the parts as they are, a plain tuple: the compiler knows nothing of what a named tuple holds, not even its gradient.
    """
    return _type("named_result", names)(*parts) if isinstance(parts, tuple) and not compiled() else parts
