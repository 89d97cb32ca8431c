"""Another analyzer over the same files: TorchFix, in an environment of its own that is made once in the user's cache folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from measure import JOBS, Ratio, Run, cold_scan, in_turn, run
from subjects import cache_folder

TORCHFIX = "torchfix==0.7.*"


class NoPeerError(Exception):
    """The other tool cannot be had here; the text says why."""


def environment() -> Path:
    """The folder of the commands of an environment with TorchFix. Raises NoPeerError."""
    folder = cache_folder() / "torchfix-0.7"
    commands = folder / "bin"
    if not (commands / "torchfix").exists():
        _done([sys.executable, "-m", "venv", "--without-pip", "--clear", str(folder)])
        _done([sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "-q", "--no-input", TORCHFIX])
    return commands


def peers(folder: Path) -> Iterator[Ratio]:
    """Our cold scan against TorchFix with all its rules on as many processes, once since that takes minutes. Raises NoPeerError."""
    commands = environment()
    ours, theirs = in_turn(1, lambda: cold_scan(folder), lambda: _torchfix(commands, folder))
    yield Ratio(f"{folder.name}: cold scan / TorchFix", ours.seconds, theirs.seconds, 1 / 6)


def _torchfix(commands: Path, folder: Path) -> Run:
    return run([commands / "torchfix", folder, "--select", "ALL", "-j", str(JOBS)], status=1)


def _done(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, env=os.environ | {"PIP_RETRIES": "1"})
    if done.returncode:
        raise NoPeerError(f"no environment with {TORCHFIX}: {' '.join(done.stderr.split())[-200:]}")
