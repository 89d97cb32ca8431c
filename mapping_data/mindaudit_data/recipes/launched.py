"""Whether a launcher of MindSpore started this process together with others."""

from __future__ import annotations

import os

_COUNT = ("RANK_SIZE", "MS_WORKER_NUM")
"""Where msrun and other launchers tell how many processes there are."""


def is_launched() -> bool:
    """Whether there are several processes."""
    return any(int(os.environ.get(name) or 1) > 1 for name in _COUNT)
