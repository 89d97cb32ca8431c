"""Makes all generated tables: `python -m importers [FOLDER]`, in an environment with torch 2.13 and MindSpore 2.10.

Each older MindSpore gets an environment of its own under FOLDER (by default `.mindspore`), which is kept for the next time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

PROBED = ("2.7", "2.8", "2.9", "2.10")
HERE = Path(__file__).resolve().parent.parent


def interpreter(version: str, folder: Path) -> Path:
    """The Python of an environment that has a MindSpore release, made if it is missing."""
    home = folder / version
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", f"mindspore=={version}.0", "numpy<2"], check=True)
    return python


def probe(version: str, folder: Path) -> Path:
    """The file with the names of a MindSpore release."""
    path = folder / f"names-{version}.json"
    with path.open("wb") as file:
        run(interpreter(version, folder), "importers.mindspore_probe", stdout=file)
    return path


def run(python: Path | str, module: str, *arguments: str, stdout: object = None) -> None:
    """Run a module of this folder with an interpreter, outside any folder that holds packages."""
    environment = os.environ | {"PYTHONPATH": str(HERE), "GLOG_v": "4"}
    subprocess.run([python, "-W", "ignore", "-m", module, *arguments], check=True, stdout=stdout, env=environment)  # type: ignore[call-overload]


def main(folder: Path) -> None:
    """Make every table, in the order in which they build on one another."""
    folder.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "importers.torch_catalog")
    surveys = [f"{version}={probe(version, folder)}" for version in PROBED]
    run(sys.executable, "importers.mindspore_catalog", *surveys)
    run(sys.executable, "importers.checkpoints")
    run(sys.executable, "importers.official")
    run(sys.executable, "importers.recipe_versions")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".mindspore").resolve())
