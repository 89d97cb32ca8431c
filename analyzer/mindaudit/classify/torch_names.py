"""What to say about a name that torch does not have."""

from __future__ import annotations

from difflib import get_close_matches

import mindaudit_data
from mindaudit.errors import UsageError

NEAREST = 5


def no_such_name(name: str) -> UsageError:
    """The error for a name that is no public one of torch, with the nearest ones."""
    names = mindaudit_data.torch_catalog().names()
    near = get_close_matches(name, names, NEAREST, 0.6) or get_close_matches(f"torch.{name}", names, NEAREST, 0.6)
    hint = f"did you mean {', '.join(near)}?" if near else "names are written in full, like torch.nn.Conv2d or torch.Tensor.view"
    return UsageError(f"torch has no public name {name!r}; {hint}")
