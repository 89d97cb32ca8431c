"""The present time of reports."""

from __future__ import annotations

import os
from datetime import UTC, datetime


def now() -> datetime:
    """The present time in UTC; SOURCE_DATE_EPOCH stands for it where it is set: https://reproducible-builds.org/specs/source-date-epoch/."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
