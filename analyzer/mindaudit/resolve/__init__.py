"""Resolves a project: from the facts of all files to the abstract value of every expression, across files, classes and calls."""

from __future__ import annotations

from mindaudit.resolve.queries.project import Project

__all__ = ["Project"]
