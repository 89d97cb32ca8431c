"""From a usage to a finding: argument binding, conditions, templates, nested substitution, verdict."""

from __future__ import annotations

from mindaudit.classify.judge import classify
from mindaudit.classify.table import Table

__all__ = ["Table", "classify"]
