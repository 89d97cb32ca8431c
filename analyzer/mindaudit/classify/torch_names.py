"""From a name as it is written to the documented name of a torch API, or to the reason why there is none."""

from __future__ import annotations

from difflib import get_close_matches

import mindaudit_data
from mindaudit.errors import UsageError
from mindaudit_data.catalog import Api

NEAREST = 5
PREFIXES = {"F.": "torch.nn.functional.", ".": "torch.Tensor.", "": "torch."}
"""What usual imports stand for: `F.gelu`, `.view`, and `nn.Linear`, `optim.SGD` or `abs` without their first part."""


def api_of(name: str) -> Api:
    """The API of a torch name, also as it is written behind usual imports, or by its last part if only one API ends so.

    Raises UsageError with the nearest names.
    """
    catalog = mindaudit_data.torch_catalog()
    spelled = (name, *(full + name.removeprefix(short) for short, full in PREFIXES.items() if name.startswith(short)))
    found = next((api for each in spelled if (api := catalog.lookup(each))), None) or _by_ending(name)
    if found is None:
        raise no_such_name(name)
    return found


def no_such_name(name: str) -> UsageError:
    """The error for a name that is no public one of torch, with the nearest ones."""
    names = mindaudit_data.torch_catalog().names()
    near = (
        _ending(name)[:NEAREST] or get_close_matches(name, names, NEAREST, 0.6) or get_close_matches(f"torch.{name}", names, NEAREST, 0.6)
    )
    hint = f"did you mean {', '.join(near)}?" if near else "names are written in full, like torch.nn.Conv2d or torch.Tensor.view"
    return UsageError(f"torch has no public name {name!r}; {hint}")


def _by_ending(name: str) -> Api | None:
    """The only API that ends with these parts; None if there are several or none."""
    found = _ending(name)
    return mindaudit_data.torch_catalog().lookup(found[0]) if len(found) == 1 else None


def _ending(name: str) -> list[str]:
    return [each for each in mindaudit_data.torch_catalog().names() if each.endswith(f".{name}")]
