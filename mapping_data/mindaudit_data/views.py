"""Attributes and methods that return views of a tensor, which share its memory."""

from __future__ import annotations

from typing import Final

ATTRIBUTES: Final = frozenset({"H", "T", "mH", "mT", "real", "imag"})
"""Attributes that are views."""
SHARED: Final = frozenset({
    "view", "reshape", "transpose", "permute", "t", "flatten", "unsqueeze", "squeeze", "narrow", "select", "diagonal", "view_as",
    "swapaxes", "swapdims", "movedim", "moveaxis", "unflatten", "reshape_as", "ravel",
})  # fmt: skip
"""Methods that return one view in torch and in MindSpore."""
BY_RECIPES: Final = frozenset({"as_strided", "unfold"})
"""Methods that return one view in torch, and whose recipes do where no gradients are recorded."""
SINGLE: Final = SHARED | {"expand", "expand_as", "broadcast_to", "unfold", "detach"}
"""Methods that return one view in torch."""
SEVERAL: Final = frozenset({"unbind", "chunk", "split", "tensor_split", "hsplit", "vsplit", "dsplit", "split_with_sizes"})
"""Methods that return several views in torch."""
