"""Whole training loops, rewritten for PyNative mode, give torch's numbers: gradients are kept by parameters as in torch."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch
from rewritten_modules import rewritten_module

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit_data import recipes

pytestmark = pytest.mark.verify
NUMBERS = count()
training_loops: Any = pytest.importorskip("training_loops")
modules: Any = pytest.importorskip("mindaudit_data.recipes.modules")
SOURCE = Path(training_loops.__file__)


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module of the loops for MindSpore."""
    new, module = rewritten_module(SOURCE, tmp_path_factory.mktemp("loops"))
    assert ".backward()" not in new
    assert "optimizer.step()\n" in new
    return module


@pytest.mark.parametrize("name", training_loops.LOOPS)
def test_a_loop_gives_torch_s_numbers(name: str, rewritten: Any) -> None:
    np.testing.assert_allclose(rewritten.LOOPS[name](), training_loops.LOOPS[name](), rtol=1e-4, atol=1e-5)


WITHOUT_OPTIMIZER = """import torch

model = torch.nn.Linear(2, 1)
for p in model.parameters():
    torch.nn.init.constant_(p, 0.5)
x = torch.arange(6.0).view(3, 2)
for _ in range(3):
    loss = (model(x) - 1).pow(2).sum()
    model.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= 0.01 * p.grad
    print(loss.item())
"""


def test_a_program_without_an_optimizer_gives_torch_s_numbers(tmp_path: Path) -> None:
    source = tmp_path / "program.py"
    source.write_text(WITHOUT_OPTIMIZER)
    (outcome,) = rewrite([str(source)], Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False), Choice(recipes=True))
    written = tmp_path / "written.py"
    written.write_text(outcome.new, "utf-8")
    ran = [subprocess.run([sys.executable, each], capture_output=True, text=True, check=True) for each in (source, written)]
    expected, given = ([float(line) for line in each.stdout.split()] for each in ran)
    assert len(expected) == 3
    np.testing.assert_allclose(given, expected, rtol=1e-5)


@pytest.fixture
def recording() -> Iterator[None]:
    """Between `zero_grad` and `step`."""
    recipes.record_gradients()
    yield
    recipes.record_gradients(False)


def leaf(*values: float) -> Any:
    return mindspore.Parameter(mindspore.Tensor(np.array(values, "float32")), name=f"leaf{next(NUMBERS)}")


@pytest.mark.usefixtures("recording")
def test_gradients_add_up_until_they_are_cleared() -> None:
    x = leaf(1.0, 2.0)
    assert recipes.stored_gradient(x) is None
    for times in (1, 2):
        recipes.backward((x * x).sum())
        np.testing.assert_allclose(recipes.stored_gradient(x).asnumpy(), np.array([2.0, 4.0]) * times)
    network = mindspore.nn.Cell()
    network.x = x
    recipes.clear_gradients(network, set_to_none=False)
    np.testing.assert_array_equal(recipes.stored_gradient(x).asnumpy(), [0.0, 0.0])
    recipes.clear_gradients(network)
    assert recipes.stored_gradient(x) is None


@pytest.mark.usefixtures("recording")
def test_results_of_what_is_trained_need_a_gradient() -> None:
    x, kept = leaf(1.0, 2.0), mindspore.Tensor(np.ones(2, "float32"))
    found = [recipes.needs_gradient(each) for each in (x, x * 2, x > 0, kept, kept * 2, recipes.detached(x * 2))]
    assert found == [True, True, False, False, False, False]
    assert recipes.needs_gradient(recipes.recorded(kept))
    kept.requires_grad = False
    with recipes.no_gradients():
        assert [recipes.needs_gradient(each) for each in (x, x * 2, kept, None)] == [True, False, False, False]


@pytest.mark.usefixtures("recording")
def test_detached_in_place_cuts_what_others_hold() -> None:
    x = leaf(1.0, 2.0)
    held = [x * 2, x * 3]
    for each in held:
        assert recipes.detached(each) is each
    assert [recipes.needs_gradient(each) for each in held] == [False, False]
    recipes.backward((held[0] * x + held[1] * x).sum())
    np.testing.assert_array_equal(recipes.stored_gradient(x).asnumpy(), [5, 10])
    recipes.detached(x)
    assert not recipes.needs_gradient(x)


@pytest.mark.usefixtures("recording")
def test_gradients_are_set_and_read_by_name() -> None:
    x = leaf(1.0, 2.0)
    recipes.set_by_name(x, "grad", x * 3)
    np.testing.assert_array_equal(recipes.get_by_name(x, "grad").asnumpy(), [3, 6])
    recipes.set_by_name(x, "grad", None)
    assert recipes.stored_gradient(x) is None
    recipes.set_by_name(x, "own", 1)
    assert (recipes.get_by_name(x, "own"), recipes.get_by_name(x, "other", 2)) == (1, 2)


def test_parameters_share_a_gradient() -> None:
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    recipes.SGD([x, y], 0.5)
    for times in (1, 2):
        recipes.backward((x + y + y).sum())
        np.testing.assert_array_equal([recipes.stored_gradient(each).asnumpy() for each in (x, y)], np.array([[1, 1], [2, 2]]) * times)
    recipes.clip_stored_values([x], 1.0)
    np.testing.assert_array_equal(recipes.stored_gradient(y).asnumpy(), [4, 4])


@pytest.mark.usefixtures("recording")
def test_what_was_recorded_is_used_up() -> None:
    x = leaf(3.0)
    loss = (x * x).sum()
    recipes.backward(loss, retain_graph=True)
    recipes.backward(loss)
    np.testing.assert_allclose(recipes.stored_gradient(x).asnumpy(), [12.0])
    with pytest.raises(RuntimeError, match="retain_graph"):
        recipes.backward(loss)


@pytest.mark.usefixtures("recording")
def test_a_gradient_for_several_elements_has_to_be_given() -> None:
    x = leaf(1.0, 2.0)
    with pytest.raises(RuntimeError, match="scalar"):
        recipes.backward(x * 2)
    recipes.backward(x * 2, mindspore.Tensor(np.array([1.0, 10.0], "float32")))
    np.testing.assert_allclose(recipes.stored_gradient(x).asnumpy(), [2.0, 20.0])


def test_recording_goes_on_after_a_function_was_differentiated() -> None:
    x = leaf(2.0)
    mindspore.grad(lambda: (x * x).sum(), None, [x])()
    network = mindspore.nn.Cell()
    network.x = x
    recipes.clear_gradients(network)
    recipes.backward((x * x).sum())
    np.testing.assert_allclose(recipes.stored_gradient(x).asnumpy(), [4.0])


def test_what_is_not_recorded_is_reported() -> None:
    recipes.record_gradients(False)
    x, y = leaf(2.0, 3.0), leaf(1.0)
    with pytest.raises(RuntimeError, match="make the optimizer"):
        recipes.backward((x * x).sum())
    optimizer = recipes.SGD([x, y], 0.5)
    recipes.backward((x * x).sum())
    optimizer.step()
    np.testing.assert_allclose((*x.asnumpy(), *y.asnumpy()), [0.0, 0.0, 1.0])


@pytest.mark.usefixtures("recording")
def test_stores_into_parts_of_data_are_kept_where_nothing_is_recorded() -> None:
    x = leaf(2.0, 3.0)
    with recipes.no_gradients():
        x.data[0] = 7
    np.testing.assert_allclose(x.asnumpy(), [7.0, 3.0])


def test_a_recorded_tensor_says_so() -> None:
    x = mindspore.mint.ones((2,))
    assert recipes.recorded(x).requires_grad
    assert not recipes.recorded(x, False).requires_grad
    recipes.record_gradients(False)


def test_gradients_by_inputs_are_kept_by_none() -> None:
    x, y = recipes.recorded(mindspore.Tensor(np.array([3.0], "float32"))), leaf(2.0)
    (first,) = recipes.gradients_by((x * x * y).sum(), x, create_graph=True)
    (second,) = recipes.gradients_by(first.sum(), [x])
    np.testing.assert_allclose((float(first), float(second)), (12.0, 4.0))
    assert recipes.stored_gradient(x) is recipes.stored_gradient(y) is None
    with pytest.raises(RuntimeError, match="allow_unused"):
        recipes.gradients_by((x * x).sum(), [x, y])
    assert recipes.gradients_by((x * x).sum(), [x, y], allow_unused=True)[1] is None


@pytest.mark.usefixtures("recording")
def test_clipped_gradients_are_torch_s() -> None:
    theirs = torch.nn.Parameter(torch.tensor([3.0, 4.0]))
    ours = leaf(3.0, 4.0)
    for clip, other in (
        (lambda p: torch.nn.utils.clip_grad_norm_(p, 1.0), lambda p: recipes.clip_stored_gradients(p, 1.0)),
        (lambda p: torch.nn.utils.clip_grad_value_([p], 0.5), lambda p: recipes.clip_stored_values([p], 0.5)),
        (
            lambda p: torch.nn.utils.clip_grads_with_norm_([p], 0.1, torch.tensor(2.0)),
            lambda p: recipes.clip_stored_gradients_with_norm([p], 0.1, mindspore.Tensor(2.0)),
        ),
    ):
        (theirs * theirs).sum().backward()
        recipes.backward((ours * ours).sum())
        clip(theirs)
        other(ours)
        np.testing.assert_allclose(recipes.stored_gradient(ours).asnumpy(), theirs.grad.numpy(), rtol=1e-6)


@pytest.mark.usefixtures("recording")
def test_a_parameter_made_of_a_recorded_tensor_loads_weights_and_keeps_a_gradient_of_its_own() -> None:
    tensor = recipes.recorded(mindspore.Tensor(np.zeros(2, "float32")))
    for data in (tensor, tensor * 2):
        ours = modules.Parameter(data)
        ours.set_data(mindspore.Tensor(np.array([3.0, 4.0], "float32")))
        recipes.backward((ours * ours).sum())
        np.testing.assert_allclose(recipes.stored_gradient(ours).asnumpy(), [6.0, 8.0])
    assert recipes.stored_gradient(tensor) is None


@pytest.mark.usefixtures("recording")
def test_a_parameter_made_of_a_recorded_parameter_gets_the_gradients_itself() -> None:
    first = modules.Parameter(mindspore.Tensor(np.array([1.0, 2.0], "float32")))
    (first * first).sum().asnumpy()  # what is recorded is recorded beside the program: here that is done
    second = modules.Parameter(first)
    recipes.backward((second * second).sum())
    np.testing.assert_allclose(recipes.stored_gradient(second).asnumpy(), [2.0, 4.0])
    assert recipes.stored_gradient(first) is None


@pytest.mark.usefixtures("recording")
def test_what_is_kept_over_two_steps_and_was_recorded_gets_a_remedy() -> None:
    ours = mindspore.Parameter(mindspore.Tensor(np.array([1.0, 2.0], "float32")))
    kept = (ours > 1).astype(mindspore.float32)
    recipes.backward((ours * kept).sum())
    with pytest.raises(RuntimeError, match=r"used up by an earlier backward.*detach\(\)"):
        recipes.backward((ours * kept).sum())


def test_what_is_no_tensor_gets_attributes() -> None:
    class Plain:
        """Anything."""

    plain = Plain()
    recipes.set_gradient(plain, 3)
    recipes.recorded(plain, False)
    assert (plain.grad, plain.requires_grad) == (3, False)


def test_unused_inputs_may_have_zeros_and_batches_are_refused() -> None:
    x, y = recipes.recorded(mindspore.Tensor(np.array([3.0], "float32"))), leaf(2.0)
    assert [float(each) for each in recipes.gradients_by((x * x).sum(), [x, y], materialize_grads=True)] == [6.0, 0.0]
    with pytest.raises(NotImplementedError, match="is_grads_batched"):
        recipes.gradients_by(x * x, x, is_grads_batched=True)
