"""What every expression is at run time: names across files, classes, values that flow."""

from __future__ import annotations

from mindaudit.resolve.queries.project import Project

__all__ = ["Project"]
