"""Lets Python recurse as deep as the guard lets code nest and the analysis follows values."""

from __future__ import annotations

import sys

FRAMES = 8_000


def allow() -> None:
    """Raise Python's own limit, which is met sooner; everything that walks deep calls this, so that no result hangs on who came first."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
