"""Modules for MindSpore, rewritten from those for torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from networks import loaded

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice


def rewritten_text(source: Path) -> str:
    """The text that a file becomes in PyNative mode."""
    (outcome,) = rewrite([str(source)], Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False), Choice(recipes=True))
    return outcome.new


def rewritten_module(source: Path, folder: Path) -> tuple[str, Any]:
    """The same and the module, loaded from a folder under a name of its own."""
    text, path = rewritten_text(source), folder / f"{source.stem}_of_mindspore.py"
    path.write_text(text, "utf-8")
    return text, loaded(path, path.stem)
