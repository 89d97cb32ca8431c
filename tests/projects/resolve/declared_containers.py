"""What containers of a declared type hold is believed to be of that type, whatever calls in the project pass."""

import torch


def scaled(parts: dict[str, torch.Tensor], more: list[torch.Tensor]):
    for part in more:
        part.abs()  # -> torch.Tensor.abs certain
    return parts["a"].exp()  # -> torch.Tensor.exp certain


def told(settings, names):
    found = {"a": settings, "b": names}
    return scaled(found, [settings, *names])


told("a", ["b"])
told(None, (1, 2))
