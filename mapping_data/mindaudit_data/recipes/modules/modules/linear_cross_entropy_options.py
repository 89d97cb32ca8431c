"""`torch.nn.LinearCrossEntropyOptions`."""

from __future__ import annotations

from types import SimpleNamespace


class LinearCrossEntropyOptions(SimpleNamespace):
    """How torch splits the computation up; MindSpore computes it as a whole and reads nothing of it."""
