"""The text of tensors is torch's."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pprint import pformat
from typing import Any, NamedTuple

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")

from mindaudit_data import recipes  # noqa: E402 - without MindSpore it cannot be used
from mindaudit_data.recipes import modules  # noqa: E402

pytestmark = pytest.mark.verify
DTYPES = ("float32", "float64", "float16", "int64", "int32", "bool", "uint8", "complex64")
SHAPES = ((), (1,), (3,), (20,), (2, 3), (0,), (2, 0), (1, 1, 1), (2, 3, 4), (50,), (5, 5, 5), (1001,), (40, 40), (3, 400, 2))
SCALES = (1.0, 1e-3, 1e5, 1e-6, 1e9)


def drawn(dtype: str, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """Numbers of several sizes, whole ones, and some that are not finite."""
    rng = np.random.RandomState(len(shape))
    for scale in SCALES:
        numbers = rng.randn(*shape) * scale
        for each in (numbers, np.round(numbers), *(np.where(rng.rand(*shape) < 0.3, odd, numbers) for odd in (np.nan, np.inf))):
            with np.errstate(all="ignore"):
                yield np.asarray(each + 1j * rng.randn(*shape) if dtype.startswith("complex") else each).astype(dtype)


@pytest.fixture
def printing() -> Iterator[None]:
    yield
    for module in (torch, recipes):
        module.set_printoptions(profile="default")


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numbers(dtype: str, shape: tuple[int, ...]) -> None:
    for values in drawn(dtype, shape):
        assert recipes.tensor_text(mindspore.Tensor(values)) == str(torch.tensor(values))


@pytest.mark.usefixtures("printing")
@pytest.mark.parametrize(
    "options",
    [
        {"precision": 2},
        {"sci_mode": True},
        {"sci_mode": False},
        {"threshold": 5, "edgeitems": 1},
        {"linewidth": 40},
        {"profile": "short"},
        {"profile": "full"},
    ],
    ids=str,
)
def test_options(options: dict[str, Any]) -> None:
    for module in (torch, recipes):
        module.set_printoptions(**options)
    for shape in ((), (3,), (30,), (40, 40)):
        for values in drawn("float32", shape):
            assert recipes.tensor_text(mindspore.Tensor(values)) == str(torch.tensor(values))


@pytest.mark.parametrize("default", ["float64", "float32"])
def test_the_default_dtype_is_not_named(default: str) -> None:
    torch.set_default_dtype(getattr(torch, default))
    recipes.set_default_dtype(getattr(mindspore, default))
    try:
        for dtype in ("float32", "float64", "complex64", "complex128", "int64"):
            for shape in ((2,), (0,)):
                values = np.ones(shape, dtype)
                assert recipes.tensor_text(mindspore.Tensor(values)) == str(torch.tensor(values))
    finally:
        torch.set_default_dtype(torch.float32)
        recipes.set_default_dtype(mindspore.float32)


def test_parameters_and_what_is_recorded() -> None:
    ours, theirs = mindspore.Parameter(mindspore.Tensor([1.5, 2.0]), name="p"), torch.nn.Parameter(torch.tensor([1.5, 2.0]))
    assert recipes.tensor_text(ours) == str(theirs)
    assert recipes.tensor_in_text(mindspore.Parameter(mindspore.Tensor(1.5), name="q")) == f"{torch.nn.Parameter(torch.tensor(1.5))}"
    frozen = mindspore.Parameter(mindspore.Tensor([1.5]), name="r", requires_grad=False)
    assert recipes.tensor_text(frozen) == str(torch.nn.Parameter(torch.tensor([1.5]), requires_grad=False))
    leaf = recipes.recorded(mindspore.Tensor([0.123456] * 7))
    assert recipes.tensor_text(leaf) == str(torch.tensor([0.123456] * 7, requires_grad=True))
    assert recipes.tensor_text(leaf * 2) == str(torch.tensor([0.123456] * 7) * 2)[:-1] + ",\n       grad_fn=<MulBackward0>)"


def test_names_of_functions() -> None:
    ours = recipes.recorded(mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]]))
    theirs = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    for compute in (
        lambda x: x + 1,
        lambda x: x - x,
        lambda x: x - 1,
        lambda x: 1 - x,
        lambda x: x - 2 * x,
        lambda x: 3 / x,
        lambda x: x.sum(),
        lambda x: x.mean(1),
        lambda x: x**2,
        lambda x: -x,
        lambda x: x[0],
        lambda x: x.exp() if isinstance(x, torch.Tensor) else recipes.exp(x),
    ):
        assert recipes.tensor_text(compute(ours)).rpartition("=")[2][:5] == str(compute(theirs)).rpartition("=")[2][:5]


def test_names_of_composed_functions() -> None:
    rows = [[1.0, 2.0], [3.0, 4.0]]
    ours, theirs = recipes.recorded(mindspore.Tensor(rows)), torch.tensor(rows, requires_grad=True)
    names = []
    for x, functional, made in ((ours, modules.functional, mindspore.tensor), (theirs, torch.nn.functional, torch.tensor)):
        y, c, ones = x * 2, made([0, 1]), made([[1.0, 1.0], [1.0, 1.0]])
        found = [
            functional.cross_entropy(x, c),
            functional.nll_loss(x, c),
            functional.mse_loss(x, ones),
            functional.mse_loss(x, y, reduction="sum"),
            functional.smooth_l1_loss(x, ones),
            functional.binary_cross_entropy_with_logits(x, ones),
            functional.binary_cross_entropy(functional.sigmoid(x), ones),
            functional.softmax(x, 1),
            functional.log_softmax(x, 1),
            functional.softplus(x),
        ]
        texts = [str(recipes.tensor_text(each)) for each in found]
        names.append([each.rpartition("=")[2] for each in texts])
    assert names[0] == names[1]


def test_states() -> None:
    ours, theirs = modules.Linear(1, 1), torch.nn.Linear(1, 1)
    for layer, fill in ((ours, modules.init.ones_), (theirs, torch.nn.init.ones_)):
        for parameter in layer.parameters():
            fill(parameter)
    assert recipes.tensor_text(ours.state_dict()) == str(theirs.state_dict())


def test_what_torch_does_not_differentiate_names_no_function() -> None:
    leaf = recipes.recorded(mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]]))
    shares = (leaf.argmax(1) == 1).float()
    assert recipes.tensor_text(shares.mean()) == "tensor(1.)"
    assert not recipes.needs_gradient(shares)
    assert recipes.needs_gradient(shares + leaf[0])


def test_halves_of_bfloat16() -> None:
    ours, theirs = mindspore.Tensor([1.5, 2.0]).astype(mindspore.bfloat16), torch.tensor([1.5, 2.0]).bfloat16()
    assert recipes.tensor_text(ours) == str(theirs)


def test_what_holds_tensors() -> None:
    def held(make: Any) -> list[Any]:
        x = make([1.0, 2.0])
        several = {"a": [x], 1: (x, 2), "b": {}}
        return [[x, "t"], (x,), (), [], several, OrderedDict(several), OrderedDict()]

    assert [recipes.tensor_text(each) for each in held(mindspore.tensor)] == [str(each) for each in held(torch.tensor)]


def test_what_holds_sizes_and_dtypes() -> None:
    def held(x: Any) -> list[Any]:
        return [[x.shape, "t"], {"a": x.shape, "b": x.dtype}, [("a", x.shape)], [x.dtype, x, x.shape[:0]]]

    assert [recipes.sizes_text(each) for each in held(mindspore.Tensor(np.ones((2, 3), "f4")))] == [
        str(each) for each in held(torch.ones(2, 3))
    ]


@pytest.mark.parametrize("number", [0.1, 3, True, float("nan")])
def test_one_number_in_a_formatted_string(number: float) -> None:
    assert f"{recipes.tensor_in_text(mindspore.tensor(number))}" == f"{torch.tensor(number)}"
    assert f"{recipes.tensor_in_text(mindspore.tensor([number]))}" == f"{torch.tensor([number])}"


def test_anything_else_stays() -> None:
    things = (1, "x", None, np.ones(2), {1, 2})
    assert all(recipes.tensor_text(each) is each and recipes.tensor_in_text(each) is each for each in things)


class Row(NamedTuple):
    values: Any
    count: int


@dataclass
class Entry:
    values: Any


@pytest.mark.parametrize("hold", [lambda x: Row(x, 1), Entry, lambda x: {"a": [x], "b": (x, 2)}, lambda x: [Entry({"a": x})]])
def test_objects_that_hold_tensors(hold: Callable[[Any], Any]) -> None:
    values = np.arange(6, dtype="float32").reshape(2, 3) / 7
    ours, theirs = hold(mindspore.Tensor(values)), hold(torch.tensor(values))
    assert (str(ours), repr(ours), f"{ours}", pformat(ours)) == (str(theirs), repr(theirs), f"{theirs}", pformat(theirs))


@pytest.mark.parametrize("form", ["{}", "{:.3f}", "{:5.1f}", "{!r}"])
def test_formatted_numbers(form: str) -> None:
    assert form.format(mindspore.Tensor(2.5)) == form.format(torch.tensor(2.5))
