"""Compiles the rooms in which an audit spends its time when a wheel is built; where that cannot be they stay plain Python, which is slower.

`MINDAUDIT_PURE=1` leaves them plain. An editable install does as well, since a compiled module would hide the source that is being edited;
so does Windows, whose stacks are too small for compiled recursion as deep as the analysis goes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("mindaudit/collect", "mindaudit/resolve", "mindaudit/classify")
PURE = "MINDAUDIT_PURE"


class CompileRooms(BuildHookInterface[Any]):
    """Puts the compiled modules into a wheel, beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds; `version` is `standard` or `editable`."""
        if version != "standard" or os.environ.get(PURE) or sys.platform == "win32":
            return
        folder = Path(self._made.name)
        compiling = [sys.executable, "-m", "hatch_build", str(folder)]
        done = subprocess.run(compiling, cwd=self.root, capture_output=True, text=True, check=False)
        modules = sorted((folder / "lib").rglob("*.so"))
        if done.returncode or not modules:
            self.app.display_warning(f"mindaudit stays plain Python, which takes longer: it could not be compiled\n{done.stderr[-2000:]}")
            return
        build_data.update(pure_python=False, infer_tag=True)
        build_data["force_include"].update({str(module): module.relative_to(folder / "lib").as_posix() for module in modules})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is there."""
        self._made.cleanup()

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._made = tempfile.TemporaryDirectory()


def compile_rooms(folder: Path) -> None:
    """Compile into `folder`/lib; the current folder is that of the project. Raises or exits where mypyc or the C compiler fails."""
    from mypyc.build import mypycify
    from setuptools import setup

    root = Path.cwd()
    os.environ["MYPYPATH"] = os.pathsep.join(str(root / source) for source in ("analyzer", "mapping_data", "reports"))
    os.environ["CFLAGS"] = "-O1"
    os.chdir(root / "analyzer")
    groups = [(sorted(str(file) for file in Path(room).glob("*.py") if file.stem != "__init__"), room.replace("/", "_")) for room in ROOMS]
    options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={folder / 'types'}"]
    extensions = mypycify(
        [*options, *(file for files, _ in groups for file in files)],
        opt_level="1",
        debug_level="0",
        multi_file=True,
        separate=groups,
        target_dir=str(folder / "c"),
    )
    building = ["build_ext", f"--build-lib={folder / 'lib'}", f"--build-temp={folder / 'objects'}", f"--parallel={os.cpu_count() or 1}"]
    setup(name="mindaudit", ext_modules=extensions, packages=[], script_args=["-q", *building])


if __name__ == "__main__":
    compile_rooms(Path(sys.argv[1]))
