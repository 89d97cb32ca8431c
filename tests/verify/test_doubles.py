"""Programs that calculate with doubles, rewritten for PyNative mode, have the precision that they have in torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
pytest.importorskip("torch")

import written_with_doubles as theirs  # noqa: E402
from rewritten_modules import rewritten_module  # noqa: E402

from mindaudit_data import recipes  # noqa: E402

pytestmark = pytest.mark.verify


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return rewritten_module(Path(theirs.__file__), tmp_path_factory.mktemp("doubles"))[1]


@pytest.mark.parametrize("name", theirs.PROGRAMS)
def test_numbers_beside_doubles_are_exact(name: str, ours: Any) -> None:
    wanted, found = ([float(each) for each in module.PROGRAMS[name]()] for module in (theirs, ours))
    np.testing.assert_allclose(found, wanted, rtol=1e-14 if name != "floats" else 1e-6)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dim", [0, -1])
def test_doubles_are_sorted_exactly(dim: int, descending: bool) -> None:
    x = np.array([[1 + 1e-12, 1.0, 1 + 3e-12, 1 + 2e-12], [3, 2, 1, 1 / 3]])
    values, places = recipes.sort_int64(mindspore.Tensor(x), dim, descending)
    wanted = np.flip(np.sort(x, dim), dim) if descending else np.sort(x, dim)
    assert (values.asnumpy() == wanted).all()
    assert (np.take_along_axis(x, places.asnumpy(), dim) == wanted).all()
