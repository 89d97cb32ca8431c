"""Makes all generated tables from the released packages: `tox -e catalog`, or `python -m importers [FOLDER]`.

Each MindSpore release that is read gets an environment of its own under FOLDER (by default `.mindspore`), which is kept for the next time;
that of the newest one also has torch. Which releases there are, `mindaudit_data.versions` says.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from importers.tables import DATA, read_table
from mindaudit_data.versions import TARGETS, TORCH, number

PROBED = tuple(version for version in TARGETS if number(version) >= (2, 7))
"""The releases whose packages are read; of earlier ones the official tables tell."""
NEWEST = PROBED[-1]
WITH_NEWEST = (f"torch=={TORCH}.0", "tensorboard")
HERE = Path(__file__).resolve().parent.parent


def interpreter(version: str, folder: Path) -> Path:
    """The Python of an environment that has a MindSpore release, made if it is missing."""
    home = folder / version
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        more = WITH_NEWEST if version == NEWEST else ()
        subprocess.run([python, "-m", "pip", "install", "--quiet", f"mindspore=={version}.0", "numpy<2", *more], check=True)
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
    both = interpreter(NEWEST, folder)
    run(both, "importers.torch_catalog")
    surveys = [f"{version}={probe(version, folder)}" for version in PROBED]
    run(sys.executable, "importers.mindspore_catalog", *surveys)
    run(both, "importers.mindspore_same")
    run(both, "importers.checkpoints")
    run(sys.executable, "importers.official")
    run(sys.executable, "importers.recipe_versions")
    for version in unprobed_compilers():
        run(interpreter(version, folder), "importers.graph_syntax_probe", str(DATA / "graph_syntax.csv"))


def unprobed_compilers() -> list[str]:
    """The releases whose graph compiler has not run the probes yet; that takes long, so it is done once."""
    known = {row["mindspore"] for row in read_table(DATA / "graph_syntax.csv")}
    return [version for version in PROBED if f"{version}.0" not in known]


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".mindspore").resolve())
