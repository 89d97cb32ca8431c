"""Real packages to measure and test with, downloaded once into a cache and never installed."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

VERSIONS = {"timm": "1.0.31", "torchvision": "0.29.2"}
LARGE = {"transformers": "5.23.0"}
"""Too much for every run of the tests."""


class NoRegistryError(Exception):
    """The package cannot be downloaded here; the text says why."""


def subject(name: str) -> Path:
    """The folder of a package's Python files. Raises NoRegistryError."""
    version = (VERSIONS | LARGE)[name]
    folder = cache_folder() / f"{name}-{version}"
    if not (folder / name).is_dir():
        _unpack(_download(f"{name}=={version}", folder), folder)
    return folder / name


def cache_folder() -> Path:
    """Where packages and tools are kept between runs."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mindaudit-subjects"


def _download(requirement: str, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", requirement, "-d", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        raise NoRegistryError(f"no package registry gives {requirement}: {' '.join(done.stderr.split())[-200:]}")
    return wheels[0]


def _unpack(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".py")])
