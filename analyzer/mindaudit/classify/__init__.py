"""Classifies usages: binds arguments, checks conditions, fills templates, nests substitutions, and gives a verdict."""

from __future__ import annotations

from mindaudit.classify.judge import classify
from mindaudit.classify.table import Table

__all__ = ["Table", "classify"]
