"""Compiles the rooms in which an audit spends its time when a wheel is built; where that cannot be they stay plain Python, which is slower.

`MINDAUDIT_PURE=1` leaves them plain. An editable install does as well, since a compiled module would hide the source that is being edited;
so does Windows, whose stacks are too small for compiled recursion as deep as the analysis goes.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("mindaudit/collect", "mindaudit/resolve", "mindaudit/classify")


class CompileRooms(BuildHookInterface[Any]):
    """Puts the compiled modules into a wheel, beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds; `version` is `standard` or `editable`."""
        if version != "standard" or os.environ.get("MINDAUDIT_PURE") or sys.platform == "win32":
            return
        self._scratch = tempfile.TemporaryDirectory()  # until hatchling has taken the modules from there
        folder = Path(self._scratch.name)
        done = subprocess.run([sys.executable, "-m", "hatch_build", folder], cwd=self.root, capture_output=True, text=True, check=False)
        modules = {str(module): module.relative_to(folder / "lib").as_posix() for module in (folder / "lib").rglob("*.so")}
        if done.returncode or not modules:
            self.app.display_warning(f"mindaudit stays plain Python, which is slower: it could not be compiled\n{done.stderr[-2000:]}")
            return
        build_data.update(pure_python=False, infer_tag=True)
        build_data["force_include"].update(modules)


def compile_rooms(folder: Path) -> None:
    """Compile into `folder`/lib; the current folder is that of the project. Raises or exits where that fails or does not load."""
    from mypyc.build import mypycify

    fork = get_context("fork")
    root = Path.cwd()
    os.environ["MYPYPATH"] = os.pathsep.join(str(root / source) for source in ("analyzer", "mapping_data", "reports"))
    os.environ["CFLAGS"] = "-O1"  # as fast as -O3 here, and built in half the time
    os.chdir(root / "analyzer")
    groups = [(sorted(str(file) for file in Path(room).glob("*.py") if file.stem != "__init__"), room.replace("/", "_")) for room in ROOMS]
    extensions = mypycify(
        ["--config-file=", "--ignore-missing-imports", f"--cache-dir={folder / 'types'}", *(file for files, _ in groups for file in files)],
        opt_level="1",
        debug_level="0",
        multi_file=True,
        separate=groups,
        target_dir=str(folder / "c"),
    )
    # a process each, since groups compile mypyc's own C files once more and must not share what becomes of them
    building = [fork.Process(target=_build, args=([ext for ext in extensions if _is_of(ext.name, room)], folder, room)) for room in ROOMS]
    for process in building:
        process.start()
    for process in building:
        process.join()
    if any(process.exitcode for process in building):
        sys.exit("a room could not be compiled")
    for module in (folder / "lib").rglob("*.so"):
        ctypes.CDLL(str(module), os.RTLD_NOW)  # raises OSError where a symbol is missing


def _is_of(extension: str, room: str) -> bool:
    return extension.startswith((room.replace("/", ".") + ".", room.replace("/", "_") + "__"))


def _build(extensions: list[Any], folder: Path, room: str) -> None:
    from setuptools import setup

    commands = ["build_ext", f"--build-lib={folder / 'lib'}", f"--build-temp={folder / room}"]
    setup(name="mindaudit", ext_modules=extensions, packages=[], script_args=["-q", *commands])


if __name__ == "__main__":
    compile_rooms(Path(sys.argv[1]))
