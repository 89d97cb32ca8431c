"""Results of several tensors whose parts are read by name, as torch's are: `torch.max(x, 1).values`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from mindspore.ops import PrimitiveWithInfer

_type: Callable[[str, tuple[str, ...]], Any] = lru_cache(namedtuple)


class _Compiled(PrimitiveWithInfer):
    """Whether the compiler evaluates the call, in graph mode or below `jit`; the mode that is set does not tell it."""

    def __init__(self) -> None:
        super().__init__("compiled")
        self.set_const_prim(True)

    def __infer__(self) -> dict[str, Any]:
        return {"dtype": None, "shape": None, "value": True}

    def __call__(self) -> bool:
        return False


_compiled = _Compiled()


def named_result(parts: Any, *names: str) -> Any:
    """The parts as a named tuple with these field names. Any backend; exact.

    In graphs the parts as they are, a plain tuple: the compiler knows nothing of what a named tuple holds, not even its gradient.
    """
    return parts if _compiled() else _type("named_result", names)(*parts)
