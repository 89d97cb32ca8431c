"""Modules for MindSpore, rewritten from those for torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from networks import loaded

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice


def rewritten_module(source: Path, folder: Path) -> tuple[str, Any]:
    """The text and the module that a file becomes in PyNative mode, loaded from a folder under a name of its own."""
    (outcome,) = rewrite([str(source)], Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False), Choice(recipes=True))
    path = folder / f"{source.stem}_of_mindspore.py"
    path.write_text(outcome.new, "utf-8")
    return outcome.new, loaded(path, path.stem)
