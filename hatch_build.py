"""Compiles the modules in which an audit spends its time, if a wheel is built with `MINDAUDIT_COMPILE=1`; else the wheel is pure Python.

Compiling needs a C compiler and takes minutes. An editable install is never compiled: a compiled module would hide the source that is being
edited. Nor should a wheel for Windows be: its stacks are too small for compiled recursion as deep as the analysis goes.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REQUIRES = ["libcst>=1.8", "msgspec>=0.19", "mypy~=2.4", "setuptools>=68"]
FOLDERS = (
    "collect",
    "collect/visits",
    "resolve/values",
    "resolve/symbols",
    "resolve/transfer",
    "resolve/solver",
    "resolve/queries",
    "classify",
)
"""Folders of which every module is compiled, below the package."""
FILES = ("cache/snapshot/evaluator.py",)
"""Modules that are compiled beside them: an interpreted class cannot inherit from a compiled one."""
INTERPRETED = ("resolve/values/atoms.py", "resolve/queries/file_summary.py")
"""Files that are not: msgspec reads the annotations of records, and a compiled class has none."""


class CompileHook(BuildHookInterface[Any]):
    """Puts compiled modules into a wheel, beside their sources."""

    def dependencies(self) -> list[str]:
        """What the build environment needs beyond hatchling."""
        return REQUIRES if _is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name the compiled modules in `build_data`; hatchling calls it with the `version` "standard" or "editable"."""
        if version == "editable" or not _is_wanted():
            return
        self._scratch = tempfile.TemporaryDirectory()  # it has to last until hatchling has copied the modules
        folder = Path(self._scratch.name)
        _compile(Path(self.root), folder)
        modules = {str(module): module.relative_to(folder / "lib").as_posix() for module in (folder / "lib").rglob("*.so")}
        build_data.update(pure_python=False, infer_tag=True)
        build_data["force_include"].update(modules)


def _is_wanted() -> bool:
    return os.environ.get("MINDAUDIT_COMPILE", "0") not in ("", "0")


def _compile(root: Path, folder: Path) -> None:
    """Compile the modules of the project at `root` into `folder`/lib; an error in a type or in C ends the build."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    os.environ["MYPYPATH"] = os.pathsep.join(str(root / source) for source in ("analyzer", "mapping_data", "reports"))
    os.environ["CFLAGS"] = "-O1"  # as fast as -O3 here, and built in half the time
    with chdir(root / "analyzer"):
        options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={folder / 'types'}"]
        extensions = mypycify([*options, *_files()], opt_level="1", debug_level="0", multi_file=True, target_dir=str(folder / "c"))
        command = Distribution({"name": "mindaudit", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "objects")
        command.ensure_finalized()
        command.run()


def _files() -> list[str]:
    """What to compile, relative to the current folder."""
    package = Path("mindaudit")
    interpreted = {package / file for file in INTERPRETED}
    files = [file for folder in FOLDERS for file in (package / folder).glob("*.py") if file.stem != "__init__"]
    return sorted(str(file) for file in (*files, *map(package.joinpath, FILES)) if file not in interpreted)
