"""`torch.isin`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def isin(elements: Tensor | float, test_elements: Tensor | float, invert: bool = False) -> Tensor:
    """Whether each element occurs among the test elements; compares all pairs, so memory grows with the product of both sizes."""
    elements = elements if isinstance(elements, Tensor) else Tensor(elements)
    candidates = test_elements.reshape(-1) if isinstance(test_elements, Tensor) else Tensor([test_elements])
    if candidates.size == 0:
        return ops.full(elements.shape, invert, dtype=mindspore.bool_)
    found = (elements.reshape((*elements.shape, 1)) == candidates).any(-1)
    return ops.logical_not(found) if invert else found
