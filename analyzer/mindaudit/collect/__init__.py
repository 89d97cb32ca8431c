"""Collects the facts of a file from its text, by one parse and one walk. No node of a syntax tree leaves this folder."""

from __future__ import annotations

from mindaudit.collect.collector import CollectError, collect

__all__ = ["CollectError", "collect"]
