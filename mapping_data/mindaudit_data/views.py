"""What gives views of a torch tensor: what is written to the view is written to the tensor."""

from __future__ import annotations

from typing import Final

ATTRIBUTES: Final = frozenset({"H", "T", "mH", "mT", "real", "imag"})
"""Attributes that are views, and to which nothing can be assigned."""
SHARED: Final = frozenset({
    "view", "reshape", "transpose", "permute", "t", "flatten", "unsqueeze", "squeeze", "narrow", "select", "diagonal", "view_as",
    "swapaxes", "swapdims", "movedim", "moveaxis", "unflatten", "reshape_as", "ravel",
})  # fmt: skip
"""Methods that give one view, and of which MindSpore's do, too."""
SINGLE: Final = SHARED | {"expand", "expand_as", "broadcast_to", "unfold", "detach"}
"""Methods that give one view."""
SEVERAL: Final = frozenset({"unbind", "chunk", "split", "tensor_split", "hsplit", "vsplit", "dsplit", "split_with_sizes"})
"""Methods that give several views."""
