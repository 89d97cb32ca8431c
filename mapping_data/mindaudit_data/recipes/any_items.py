"""What is indexed by NumPy's arrays and may be a tensor, which takes none in MindSpore. PyNative mode."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.any_index import any_index


def any_items(x: Any) -> Any:
    """The items of a tensor, whose indices may be NumPy's; anything else as it is."""
    return _Items(x) if isinstance(x, Tensor) else x


class _Items:
    """Reads and stores the items of a tensor."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def __getitem__(self, index: Any) -> Tensor:
        return self._tensor[any_index(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._tensor[any_index(index)] = value
