"""Whole programs, rewritten for PyNative mode without a hand edit, give torch's numbers."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rewritten_modules import rewritten_module

pytestmark = pytest.mark.verify
pytest.importorskip("mindspore")
pytest.importorskip("torch")
FILES = tuple(sorted(each.stem for each in Path(__file__).parent.glob("programs_of_*.py")))
THEIRS: dict[str, Any] = {name: import_module(name) for name in FILES}


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The rewritten modules by their names."""
    folder = tmp_path_factory.mktemp("programs")
    return {name: rewritten_module(Path(theirs.__file__), folder)[1] for name, theirs in THEIRS.items()}


@pytest.mark.parametrize(("file", "name"), [(file, name) for file, module in THEIRS.items() for name in module.PROGRAMS])
def test_a_program_gives_torch_s_numbers(file: str, name: str, ours: dict[str, Any]) -> None:
    wanted = np.array(THEIRS[file].PROGRAMS[name](), dtype=float)
    np.testing.assert_allclose(np.array(ours[file].PROGRAMS[name](), dtype=float), wanted, rtol=1e-4, atol=1e-4)
