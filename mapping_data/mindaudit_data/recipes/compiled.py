"""Whether the compiler evaluates a call, in graph mode or below `jit`; the mode that is set does not tell it."""

from __future__ import annotations

from typing import Any

from mindspore.ops import PrimitiveWithInfer


class _Compiled(PrimitiveWithInfer):
    def __init__(self) -> None:
        super().__init__("compiled")
        self.set_const_prim(True)

    def __infer__(self) -> dict[str, Any]:
        return {"dtype": None, "shape": None, "value": True}

    def __call__(self) -> bool:
        return False


compiled = _Compiled()
