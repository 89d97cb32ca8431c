"""Runs the command line as a process of its own, from a shell where a test needs its redirections."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(torch.abs(x))\n"
MINDAUDIT = f"{sys.executable} -P -m mindaudit"
SETTINGS = ("MINDAUDIT_CACHE", "PYTHONPATH", "PATH", "HOME", "TMPDIR", "COVERAGE_PROCESS_CONFIG")
needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")


def project(folder: Path, name: str = "project") -> Path:
    """A small project with a finding and a hazard."""
    made = folder / name
    made.mkdir()
    (made / "model.py").write_text(SOURCE)
    return made


def shell(line: str, folder: Path, before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a line in which `mindaudit` is the command."""
    line = line.replace("mindaudit ", f"{MINDAUDIT} ")
    settings = {name: os.environ[name] for name in SETTINGS if name in os.environ}
    if before:
        settings["PYTHONDONTWRITEBYTECODE"] = "1"
    command = ["sh", "-c", line]
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False, preexec_fn=before, timeout=60)


def is_one_line(text: str) -> bool:
    """Whether this is one message of ours and no traceback."""
    return text.startswith("mindaudit: ") and text.count("\n") == 1 and "Traceback" not in text and "MINDAUDIT_TRACEBACK" not in text
