"""Whole programs, rewritten for PyNative mode without a hand edit, give torch's numbers."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
pytest.importorskip("mindspore")
pytest.importorskip("torch")
FILES = tuple(f"programs_of_{each}" for each in ("training", "research", "projects", "papers", "libraries"))
THEIRS: dict[str, Any] = {name: import_module(name) for name in FILES}


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The rewritten modules by their names."""
    folder = tmp_path_factory.mktemp("programs")
    return {name: _rewritten(Path(theirs.__file__), folder / f"{name}_of_mindspore.py") for name, theirs in THEIRS.items()}


def _rewritten(source: Path, path: Path) -> Any:
    (outcome,) = rewrite([str(source)], Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False), Choice(recipes=True))
    path.write_text(outcome.new, "utf-8")
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("file", "name"), [(file, name) for file, module in THEIRS.items() for name in module.PROGRAMS])
def test_a_program_gives_torch_s_numbers(file: str, name: str, ours: dict[str, Any]) -> None:
    wanted = np.array(THEIRS[file].PROGRAMS[name](), dtype=float)
    np.testing.assert_allclose(np.array(ours[file].PROGRAMS[name](), dtype=float), wanted, rtol=1e-4, atol=1e-4)
