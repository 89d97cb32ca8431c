"""`torch.promote_types`: what type an operator gives two tensors. MindSpore promotes alike, and has no function that says to what.

MindSpore 2.0 and newer, graph and PyNative mode, any backend; exact.
"""

from __future__ import annotations

from typing import Any

import mindspore


def promote_types(type1: Any, type2: Any) -> Any:
    """The smallest type that takes the values of both, as torch has it. Raises TypeError for types that torch does not promote."""
    if type1 == type2:
        return type1
    pair = (type1, type2)
    if mindspore.uint8 in pair and mindspore.int8 in pair:
        return mindspore.int16
    if mindspore.float16 in pair and mindspore.bfloat16 in pair:
        return mindspore.float32
    if mindspore.float64 in pair and mindspore.complex64 in pair:
        return mindspore.complex128
    return type1 if _rank(type1) > _rank(type2) else type2


def _rank(dtype: Any) -> int:
    """The place of a type among those that torch promotes."""
    kinds = (
        (mindspore.bool_,),
        (mindspore.uint8, mindspore.int8),
        (mindspore.int16,),
        (mindspore.int32,),
        (mindspore.int64,),
        (mindspore.float16, mindspore.bfloat16),
        (mindspore.float32,),
        (mindspore.float64,),
        (mindspore.complex64,),
        (mindspore.complex128,),
    )
    for rank, kind in enumerate(kinds):
        if dtype in kind:
            return rank
    raise TypeError(f"{dtype} is not promoted")


def can_cast(from_: Any, to: Any) -> bool:
    """Whether torch allows the result of an operator in one type to be stored in another."""
    kinds = ("bool", "int", "float", "complex")
    places = [max(place for place, kind in enumerate(kinds) if kind in str(each).lower()) for each in (from_, to)]
    return places[0] <= places[1]
