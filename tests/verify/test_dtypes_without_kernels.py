"""Functions of booleans, complex numbers and arrays of floats that MindSpore refuses, as rewritten programs call them."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from rewritten_modules import rewritten_module  # noqa: E402

pytestmark = pytest.mark.verify
BOOLEANS = {
    "max": "t.max(-1, keepdim=True)",
    "max_named": "t.max(1).indices",
    "min": "torch.min(t, dim=0)",
    "least": "torch.min(t, ~t)",
    "fmax": "torch.fmax(t, ~t)",
    "fmin": "torch.fmin(t, t)",
    "cummax": "t.cummax(1)",
    "cummin": "torch.cummin(t, 0)",
    "aminmax": "torch.aminmax(t)",
    "msort": "torch.msort(t)",
    "clamp": "t.clamp(0, 1)",
    "nansum": "torch.nansum(t, 1)",
    "diag_embed": "torch.diag_embed(t)",
    "vander": "torch.vander(t[0])",
}
UNSEEN = {"cumsum": "torch.cumsum(t, 1)"}
ARRAYS = """

def indexed():
    places = np.array([])
    for place in (0, 2.9, 1):
        places = np.append(places, place)
    mask, numbers = np.array([True, False, True]), np.array([2, 0])
    x = torch.arange(12.0).reshape(3, 4)
    x[numbers] = x[numbers] + 1
    return x[places], x[:, numbers], x[mask]
"""
COMPLEX = """

def loudness(x):
    return (-x * 2).abs().amax(), torch.abs(x).max()


def both():
    real, complex = torch.arange(4.0), torch.fft.rfft(torch.arange(8.0))
    sizes = torch.norm(complex), torch.linalg.vector_norm(complex, 1), torch.std(complex, 0), complex.var()
    return loudness(real), loudness(complex), sizes
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The functions of this file in torch and in MindSpore."""
    folder = tmp_path_factory.mktemp("dtypes")
    text = "import numpy as np\nimport torch\n"
    text += "".join(f"\n\ndef {name}(x: torch.Tensor):\n    t = (x > 0) & (x < 9)\n    return {code}\n" for name, code in BOOLEANS.items())
    text += "".join(f"\n\ndef {name}(t: torch.Tensor):\n    return {code}\n" for name, code in UNSEEN.items())
    text += ARRAYS + COMPLEX
    source = folder / "functions.py"
    source.write_text(text, "utf-8")
    spec = spec_from_file_location("functions_of_torch", source)
    assert spec is not None
    assert spec.loader is not None
    theirs = module_from_spec(spec)
    spec.loader.exec_module(theirs)
    return theirs, rewritten_module(source, folder)[1]


def plain(value: Any) -> Any:
    """A result as lists, with the names of dtypes."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return str(value.dtype).split(".")[-1].lower(), value.tolist()


@pytest.mark.parametrize("name", BOOLEANS)
def test_booleans(both: tuple[Any, Any], name: str) -> None:
    theirs, mine = both
    values = [[3.0, -1.0, 10.0], [-2.0, 4.0, 5.0]]
    given = mindspore.Tensor(values)
    assert plain(getattr(mine, name)(given)) == plain(getattr(theirs, name)(torch.tensor(values)))


def test_a_dtype_that_nobody_knows(both: tuple[Any, Any]) -> None:
    theirs, mine = both
    for values in ([[True, False, True]], [[1, 2, 3]], [[0.5, -0.0, 1.5]]):
        given = mindspore.Tensor(values)
        assert plain(mine.cumsum(given)) == plain(theirs.cumsum(torch.tensor(values)))


def test_a_function_that_gets_real_and_complex_numbers(both: tuple[Any, Any]) -> None:
    def flat(value: Any) -> list[Any]:
        return [each for part in value for each in flat(part)] if isinstance(value, tuple) else [plain(value)]

    theirs, mine = both
    for (dtype, found), (wanted_dtype, wanted) in zip(flat(mine.both()), flat(theirs.both()), strict=True):
        assert dtype == wanted_dtype
        assert found == pytest.approx(wanted, rel=1e-5)


def test_indices_that_are_arrays_of_numpy(both: tuple[Any, Any]) -> None:
    theirs, mine = both
    assert plain(mine.indexed()) == plain(theirs.indexed())
