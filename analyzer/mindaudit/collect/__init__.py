"""From a file's text to its facts: one libcst parse, one walk. No libcst node leaves this folder."""

from __future__ import annotations

from mindaudit.collect.collector import CollectError, collect

__all__ = ["CollectError", "collect"]
