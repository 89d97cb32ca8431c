"""Recipes around training against torch: optimizers, schedules, averages, steps, norms of weights, files and data."""

from __future__ import annotations

import argparse
import io
import pickle
from collections import OrderedDict, UserDict, namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from layer_checks import mindspore, torch

from mindaudit_data import recipes
from mindaudit_data.recipes import modules

dataset = pytest.importorskip("mindspore.dataset")
optim = pytest.importorskip("mindspore.experimental.optim")

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype("float32")


def parameter(values: Any) -> Any:
    return mindspore.Parameter(mindspore.Tensor(np.array(values, "float32")), name="p")


def rates(theirs: Callable[[Any], Any], mine: Callable[[Any], Any], steps: int = 40) -> None:
    """Fails unless both schedules give the same learning rates."""
    first = torch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=0.1, momentum=0.9)
    second = optim.SGD([parameter([1, 1])], lr=0.1, momentum=0.9)
    schedules = theirs(first), mine(second)
    for _ in range(steps - 1):
        assert float(second.param_groups[0]["lr"]) == pytest.approx(first.param_groups[0]["lr"], rel=1e-5)
        first.step()
        for schedule in schedules:
            schedule.step()


@pytest.mark.parametrize(
    "options", [{}, {"anneal_strategy": "linear"}, {"three_phase": True}, {"pct_start": 0.5, "div_factor": 10.0, "final_div_factor": 100.0}]
)
def test_one_cycle(options: dict[str, Any]) -> None:
    rates(
        lambda o: torch.optim.lr_scheduler.OneCycleLR(o, 0.5, total_steps=40, **options),
        lambda o: recipes.OneCycleLR(o, 0.5, total_steps=40, **options),
    )


def test_one_cycle_from_its_middle() -> None:
    """A schedule that goes on with the groups that an optimizer kept takes the rates that one from the start has."""
    first, second = ([optim.SGD([mindspore.Parameter(mindspore.Tensor([1.0]), name="p")], 0.1)] for _ in range(2))
    whole = recipes.OneCycleLR(first[0], 0.5, total_steps=20)
    for _ in range(6):
        whole.step()
    with pytest.raises(KeyError, match="initial_lr"):
        recipes.OneCycleLR(second[0], 0.5, total_steps=20, last_epoch=5)
    second[0].param_groups[0].update({key: given for key, given in first[0].param_groups[0].items() if key not in ("params", "lr")})
    recipes.OneCycleLR(second[0], 0.5, total_steps=20, last_epoch=5)
    assert float(second[0].param_groups[0]["lr"]) == pytest.approx(float(first[0].param_groups[0]["lr"]), rel=1e-5)


@pytest.mark.parametrize("options", [{}, {"total_steps": 0}, {"total_steps": 5, "anneal_strategy": "step"}])
def test_one_cycle_refuses_what_torch_refuses(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"total_steps|anneal_strategy"):
        torch.optim.lr_scheduler.OneCycleLR(torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], 0.1), 0.5, **options)
    with pytest.raises(ValueError, match=r"total_steps|anneal_strategy"):
        recipes.OneCycleLR(optim.SGD([mindspore.Parameter(mindspore.Tensor([1.0]), name="p")], 0.1), 0.5, **options)


def test_one_cycle_ends() -> None:
    schedule = recipes.OneCycleLR(optim.SGD([mindspore.Parameter(mindspore.Tensor([1.0]), name="p")], 0.1), 0.5, total_steps=3)
    for _ in range(3):
        schedule.step()
    with pytest.raises(ValueError, match="beyond the 3 steps"):
        schedule.step()


def test_chained_schedules() -> None:
    theirs, mine = torch.optim.lr_scheduler, optim.lr_scheduler
    rates(
        lambda o: theirs.ChainedScheduler([theirs.ConstantLR(o, 0.1, 5), theirs.ExponentialLR(o, 0.9)]),
        lambda o: recipes.ChainedScheduler([mine.ConstantLR(o, 0.1, 5), mine.ExponentialLR(o, 0.9)]),
    )


SEARCH = {"line_search_fn": "strong_wolfe"}


@pytest.mark.parametrize(
    "options",
    [
        {"lr": 0.5, "max_iter": 6},
        {"history_size": 2, "max_iter": 10},
        {**SEARCH, "max_iter": 4},
        {**SEARCH, "lr": 30.0, "max_iter": 3, "history_size": 3},
        {**SEARCH, "lr": 0.001, "max_iter": 5, "max_eval": 7},
    ],
)
def test_quasi_newton_steps(options: dict[str, Any]) -> None:
    matrix, start = np.array([[3, 1], [1, 2]], "float32"), [2.0, -1.0]
    theirs, mine = torch.nn.Parameter(torch.tensor(start)), parameter(start)
    first, second = torch.optim.LBFGS([theirs], **options), recipes.LBFGS([mine], **options)

    def closure() -> Any:
        first.zero_grad()
        loss = theirs @ torch.from_numpy(matrix) @ theirs + (theirs**4).sum()
        loss.backward()
        return loss

    def loss() -> Any:
        product = mindspore.ops.matmul(mindspore.Tensor(matrix), mine)
        return (mine * product).sum() + (mine**4).sum()

    differentiate = mindspore.value_and_grad(loss, None, mindspore.ParameterTuple([mine]))
    for _ in range(2):
        wanted = float(first.step(closure))
        assert float(second(differentiate)) == pytest.approx(wanted, rel=1e-3)
        np.testing.assert_allclose(mine.asnumpy(), theirs.detach().numpy(), rtol=1e-2, atol=1e-4)


def test_the_line_search_of_a_long_valley() -> None:
    start = [-1.2, 1.0]
    theirs = torch.nn.Parameter(torch.tensor(start, dtype=torch.float64))
    mine = mindspore.Parameter(mindspore.Tensor(np.array(start)), name="p")
    first, second = [optim.LBFGS([p], max_iter=3, **SEARCH) for optim, p in ((torch.optim, theirs), (recipes, mine))]

    def valley(p: Any) -> Any:
        return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2

    def closure() -> Any:
        first.zero_grad()
        loss = valley(theirs)
        loss.backward()
        return loss

    differentiate = mindspore.value_and_grad(lambda: valley(mine), None, mindspore.ParameterTuple([mine]))
    for _ in range(12):
        assert float(second(differentiate)) == pytest.approx(float(first.step(closure)), rel=1e-5, abs=1e-9)
        np.testing.assert_allclose(mine.asnumpy(), theirs.detach().numpy(), rtol=1e-5, atol=1e-6)
    kept, wanted = second.state_dict()["state"][0], first.state_dict()["state"][0]
    assert wanted.keys() - kept.keys() == {"al"}
    assert (kept["func_evals"], kept["n_iter"], len(kept["ro"])) == (wanted["func_evals"], wanted["n_iter"], len(wanted["ro"]))


def test_a_step_accumulates_scales_and_clips() -> None:
    theirs, mine = torch.nn.Linear(3, 2), mindspore.nn.Dense(3, 2)
    mine.weight.set_data(mindspore.Tensor(theirs.weight.detach().numpy()))
    mine.bias.set_data(mindspore.Tensor(theirs.bias.detach().numpy()))
    first = torch.optim.SGD(theirs.parameters(), lr=0.1)
    step = recipes.TrainStep(
        lambda x, y: ((mine(x) - y) ** 2).mean(), optim.SGD(mine.trainable_params(), lr=0.1), max_norm=0.5, accumulate=2, scale=1024.0
    )
    for _ in range(3):
        first.zero_grad()
        for _ in range(2):
            x, y = normal(4, 3), normal(4, 2)
            loss = ((theirs(torch.from_numpy(x)) - torch.from_numpy(y)) ** 2).mean()
            (loss / 2).backward()
            assert float(step(mindspore.Tensor(x), mindspore.Tensor(y))) == pytest.approx(float(loss), rel=1e-4)
        torch.nn.utils.clip_grad_norm_(theirs.parameters(), 0.5)
        first.step()
        np.testing.assert_allclose(mine.weight.asnumpy(), theirs.weight.detach().numpy(), rtol=1e-4, atol=1e-5)


def test_steps_with_infinite_gradients_are_left_out() -> None:
    layer = mindspore.nn.Dense(3, 2)
    before = layer.weight.asnumpy().copy()
    step = recipes.TrainStep(lambda x: (layer(x) * 1e30).sum(), optim.SGD(layer.trainable_params(), lr=0.1), scale=2.0**40)
    step(mindspore.Tensor(normal(4, 3)))
    np.testing.assert_array_equal(layer.weight.asnumpy(), before)
    assert step.scale == 2.0**39


def test_gradients_are_clipped() -> None:
    gradients = [normal(3, 4), normal(5)]
    for norm_type in (2.0, 1.0, float("inf")):
        weights = [torch.nn.Parameter(torch.zeros(g.shape)) for g in gradients]
        for weight, gradient in zip(weights, gradients, strict=True):
            weight.grad = torch.from_numpy(gradient.copy())
        wanted = torch.nn.utils.clip_grad_norm_(weights, 0.7, norm_type)
        clipped, norm = recipes.clip_gradients([mindspore.Tensor(g) for g in gradients], 0.7, norm_type)
        assert float(norm) == pytest.approx(float(wanted), rel=1e-5)
        for mine, weight in zip(clipped, weights, strict=True):
            np.testing.assert_allclose(mine.asnumpy(), weight.grad.numpy(), rtol=1e-4)
    halves = [mindspore.Tensor(g).astype(mindspore.float16) for g in gradients]
    given = recipes.clip_gradients_with_norm(halves, 0.7, mindspore.Tensor(10.0))
    np.testing.assert_allclose(given[1].asnumpy(), gradients[1] * 0.07, rtol=2e-3)
    assert {gradient.dtype for gradient in given} == {mindspore.float16}
    lost = recipes.clip_gradients([mindspore.Tensor([float("nan"), 1.0])], 0.7)[0]
    assert np.isnan(lost[0].asnumpy()).all()
    assert float(recipes.clip_gradient_values([mindspore.Tensor(gradients[0])], 0.1)[0].max()) == pytest.approx(0.1)


@pytest.mark.parametrize("decay", [None, 0.9])
def test_averaged_weights(decay: float | None) -> None:
    theirs, mine = torch.nn.Linear(3, 2, bias=False), mindspore.nn.Dense(3, 2, has_bias=False)
    average = None if decay is None else lambda mean, new, count: decay * mean + (1 - decay) * new
    first, second = torch.optim.swa_utils.AveragedModel(theirs, avg_fn=average), recipes.AveragedModel(mine, avg_fn=average)
    for _ in range(3):
        values = normal(2, 3)
        theirs.weight.data = torch.from_numpy(values)
        mine.weight.set_data(mindspore.Tensor(values))
        first.update_parameters(theirs)
        second.update_parameters(mine)
    np.testing.assert_allclose(second.module.weight.asnumpy(), first.module.weight.detach().numpy(), rtol=1e-5)
    x = normal(4, 3)
    np.testing.assert_allclose(second(mindspore.Tensor(x)).asnumpy(), first(torch.from_numpy(x)).detach().numpy(), rtol=1e-4, atol=1e-5)


def test_an_averaged_network_has_the_methods_of_a_module() -> None:
    found = []
    for nn, averaged in ((torch.nn, torch.optim.swa_utils.AveragedModel), (modules, recipes.AveragedModel)):
        base = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
        network = averaged(base)
        network.update_parameters(base)
        names, below = [name for name, _ in network.named_parameters()], [module.training for module in network.train().modules()]
        shapes = [tuple(each.shape) for each in network.parameters()]
        found.append((names, shapes, below, [each.training for each in network.eval().modules()], int(network.n_averaged)))
    assert found[0] == found[1]


def test_samples_are_chosen_by_numbers_of_numpy() -> None:
    source = recipes.SubsetSource(recipes.TensorSource(mindspore.Tensor(np.arange(6))), np.array([4, 1]))
    assert [int(source[i][0]) for i in range(len(source))] == [4, 1]


def test_sources_give_several_samples_at_once_and_are_data_sets() -> None:
    source = recipes.TensorSource(mindspore.Tensor(np.arange(6)), mindspore.Tensor(np.arange(6) * 10))
    for index in (slice(1, 3), [1, 2], np.array([1, 2]), mindspore.Tensor([1, 2]), np.arange(6) % 3 == np.array([9, 1, 2, 9, 9, 9])):
        assert [row.asnumpy().tolist() for row in source[index]] == [[1, 2], [10, 20]]
    assert [row.shape for row in source[[]]] == [(0,), (0,)]
    part = recipes.SubsetSource(source, np.array([4, 1]))
    assert [row.asnumpy().tolist() for row in part[:]] == [[4, 1], [40, 10]]
    assert [int(row) for row in (part + source)[2]] == [0, 0]
    assert all(isinstance(each, recipes.Dataset) for each in (source, part, source + part))


def test_a_number_comes_out_of_a_tensor() -> None:
    assert f"{recipes.plain_number(mindspore.tensor(0.5)):.2f} {recipes.plain_number(0.25):.2f}" == "0.50 0.25"
    assert recipes.plain_number(text := "text") is text


def test_normalised_weights() -> None:
    theirs, mine = torch.nn.Conv1d(4, 3, 3), recipes.ConvCell(4, 3, 3, dims=1)
    mine.weight.set_data(mindspore.Tensor(theirs.weight.detach().numpy()))
    mine.bias.set_data(mindspore.Tensor(theirs.bias.detach().numpy()))
    x = normal(2, 4, 7)
    first, second = torch.nn.utils.parametrizations.weight_norm(theirs), recipes.weight_norm(mine)
    second.weight_g.set_data(second.weight_g * 2)
    first.parametrizations.weight.original0.data *= 2
    wanted = first(torch.from_numpy(x))
    wanted.sum().backward()
    np.testing.assert_allclose(second(mindspore.Tensor(x)).asnumpy(), wanted.detach().numpy(), rtol=1e-4, atol=1e-5)
    weights = mindspore.ParameterTuple([second.weight_g, second.weight_v])
    gradients = mindspore.grad(lambda x: second(x).sum(), None, weights)(mindspore.Tensor(x))
    for mine_gradient, original in zip(gradients, ("original0", "original1"), strict=True):
        theirs_gradient = getattr(first.parametrizations.weight, original).grad
        np.testing.assert_allclose(mine_gradient.asnumpy(), theirs_gradient.numpy(), rtol=1e-3, atol=1e-4)
    plain = recipes.remove_weight_norm(second)
    np.testing.assert_allclose(plain(mindspore.Tensor(x)).asnumpy(), wanted.detach().numpy(), rtol=1e-4, atol=1e-5)
    assert {name for name, _ in plain.parameters_and_names()} == {"weight", "bias"}


RESETTABLE = {
    "Linear": (mindspore.nn.Dense(40, 50), torch.nn.Linear(40, 50)),
    "mint Linear": (mindspore.mint.nn.Linear(40, 50), torch.nn.Linear(40, 50)),
    "Bilinear": (mindspore.nn.BiDense(20, 10, 30), torch.nn.Bilinear(20, 10, 30)),
    "Conv1d": (mindspore.nn.Conv1d(8, 16, 5, has_bias=True), torch.nn.Conv1d(8, 16, 5)),
    "Conv2d": (mindspore.nn.Conv2d(8, 16, 3, group=2, has_bias=True), torch.nn.Conv2d(8, 16, 3, groups=2)),
    "ConvTranspose2d": (mindspore.nn.Conv2dTranspose(8, 16, 3, has_bias=True), torch.nn.ConvTranspose2d(8, 16, 3)),
    "LSTM": (mindspore.nn.LSTM(8, 16), torch.nn.LSTM(8, 16)),
    "Embedding": (mindspore.nn.Embedding(60, 40), torch.nn.Embedding(60, 40)),
    "BatchNorm2d": (mindspore.nn.BatchNorm2d(6), torch.nn.BatchNorm2d(6)),
    "BatchNorm3d": (mindspore.nn.BatchNorm3d(6), torch.nn.BatchNorm3d(6)),
    "GroupNorm": (mindspore.nn.GroupNorm(2, 6), torch.nn.GroupNorm(2, 6)),
    "mint LayerNorm": (mindspore.mint.nn.LayerNorm(6), torch.nn.LayerNorm(6)),
}


@pytest.mark.parametrize("name", RESETTABLE)
def test_parameters_are_drawn_as_torch_draws_them(name: str) -> None:
    mine, theirs = RESETTABLE[name]
    for each in mine.get_parameters():
        each.set_data(mindspore.Tensor(np.full(each.shape, 7.0, "float32")))
    recipes.redraw_parameters(mine)
    theirs.reset_parameters()
    spread = sorted(float(each.asnumpy().std()) for each in mine.get_parameters() if each.size > 300)
    wanted = sorted(float(each.std()) for each in theirs.parameters() if each.numel() > 300)
    np.testing.assert_allclose(spread, wanted, rtol=0.15)
    largest = max(float(abs(each.asnumpy()).max()) for each in mine.get_parameters())
    assert largest <= (5.5 if name == "Embedding" else 1.0)


def test_the_padding_of_an_embedding_stays_zero() -> None:
    layer = mindspore.nn.Embedding(5, 3, padding_idx=1)
    recipes.redraw_parameters(layer)
    assert not layer.embedding_table.asnumpy()[1].any()


def test_a_layer_that_can_reset_itself_is_asked() -> None:
    layer = modules.Linear(3, 2)
    layer.weight.set_data(mindspore.ops.zeros((2, 3)))
    recipes.redraw_parameters(layer)
    assert layer.weight.asnumpy().any()


def test_what_nothing_is_known_of_is_not_reset() -> None:
    with pytest.raises(TypeError, match="PReLU"):
        recipes.redraw_parameters(mindspore.nn.PReLU())


def test_weights_divided_by_their_largest_singular_value() -> None:
    layer = recipes.spectral_norm(mindspore.nn.Dense(4, 3, has_bias=False), n_power_iterations=30)
    layer.set_train()
    layer(mindspore.Tensor(normal(2, 4)))
    assert np.linalg.svd(layer.weight.asnumpy())[1][0] == pytest.approx(1, rel=1e-3)


def test_nothing_is_recorded_inside() -> None:
    weight = mindspore.Tensor(np.array([1.0, 2.0], "float32"))

    def loss(x: Any) -> Any:
        with recipes.no_gradients():
            frozen = x * x
        return (frozen * x).sum()

    np.testing.assert_allclose(mindspore.grad(loss)(weight).asnumpy(), [1.0, 4.0])


def test_whether_gradients_are_recorded() -> None:
    seen = [recipes.gradients_recorded()]
    with recipes.no_gradients():
        seen.append(recipes.gradients_recorded())
    assert seen == [True, False]


def test_a_scope_that_changes_nothing_decorates_too() -> None:
    with recipes.no_scope():
        assert recipes.gradients_recorded()
    assert recipes.no_scope()(abs)(-1) == 1


def test_objects_survive_a_file() -> None:
    kept = {"net": {"w": parameter([1, 2])}, "epoch": 3, "losses": [0.5, (mindspore.Tensor([1, 2]), "a")]}
    file = io.BytesIO()
    recipes.save_object(kept, file)
    file.seek(0)
    read = recipes.load_object(file)
    assert read["epoch"] == 3
    assert read["losses"][1][1] == "a"
    assert isinstance(read["net"]["w"], mindspore.Parameter)
    np.testing.assert_array_equal(read["losses"][1][0].asnumpy(), [1, 2])


KEPT = {
    "turned": torch.arange(12.0).reshape(3, 4).T,
    "part": torch.arange(12).reshape(3, 4)[1:, ::2],
    "parameter": torch.nn.Parameter(torch.ones(2), requires_grad=False),
    "scalars": [torch.tensor(3), torch.tensor(True), torch.tensor(2.5, dtype=torch.float64)],
    "empty": torch.zeros(0, 3),
    "kinds": tuple(torch.tensor([1, 2]).to(kind) for kind in (torch.uint8, torch.int16, torch.float16, torch.complex64, torch.uint16)),
    "half": torch.tensor([1.5, -2.25], dtype=torch.bfloat16),
    "plain": {"step": 3, "name": "a", "rates": [0.1, None], "options": argparse.Namespace(lr=0.1), "order": OrderedDict(x=1)},
    "array": np.arange(3.0),
    "dtype": torch.float32,
    "size": torch.Size([2, 3]),
    "devices": [torch.device("cpu"), torch.device("cuda", 1)],
    "optimizer": torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1).state_dict(),
    "network": torch.nn.Linear(2, 3).state_dict(),
}


@pytest.mark.parametrize("is_archive", [True, False])
def test_files_that_torch_wrote_are_read(is_archive: bool) -> None:
    file = io.BytesIO()
    torch.save(KEPT, file, _use_new_zipfile_serialization=is_archive)
    file.seek(0)
    read = recipes.load_object(file)
    assert list(read) == list(KEPT)
    for mine, theirs in zip(_leaves(read), _leaves(KEPT), strict=True):
        assert (mine.shape, str(mine.dtype).lower()) == (tuple(theirs.shape), str(theirs.dtype).removeprefix("torch.").lower())
        np.testing.assert_array_equal(mine.astype(mindspore.complex64).asnumpy(), theirs.detach().to(torch.complex64).numpy())
    assert isinstance(read["parameter"], mindspore.Parameter)
    assert not read["parameter"].requires_grad
    assert (read["plain"], read["size"], read["dtype"]) == (KEPT["plain"], (2, 3), mindspore.float32)
    assert read["array"].tolist() == [0, 1, 2]
    assert read["devices"] == ["cpu", "cuda:1"]
    assert read["optimizer"] == KEPT["optimizer"]


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, (torch.Tensor, mindspore.Tensor)):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [leaf for item in items for leaf in _leaves(item)]


@pytest.mark.parametrize("is_archive", [True, False])
def test_whole_networks_of_torch_are_refused(is_archive: bool) -> None:
    file = io.BytesIO()
    torch.save(torch.nn.Linear(2, 3), file, _use_new_zipfile_serialization=is_archive)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="save a state_dict"):
        recipes.load_object(file)


@pytest.mark.parametrize("is_archive", [True, False])
def test_own_classes_in_files_of_torch_are_read_on_request(is_archive: bool) -> None:
    file = io.BytesIO()
    torch.save(UserDict(weight=torch.ones(2), epoch=3), file, _use_new_zipfile_serialization=is_archive)
    with pytest.raises(pickle.UnpicklingError, match="is not read"):
        recipes.load_object(io.BytesIO(file.getvalue()))
    read = recipes.load_object(io.BytesIO(file.getvalue()), weights_only=False)
    assert isinstance(read, UserDict)
    assert (read["epoch"], read["weight"].asnumpy().tolist()) == (3, [1, 1])


@pytest.mark.parametrize("is_archive", [True, False])
def test_files_of_torch_that_are_cut_off_are_refused(is_archive: bool) -> None:
    file = io.BytesIO()
    torch.save({"a": torch.ones(100), "b": torch.ones(3)}, file, _use_new_zipfile_serialization=is_archive)
    data = file.getvalue()
    for left in (len(data) - 10, len(data) - 300, len(data) // 2, 150):
        with pytest.raises(pickle.UnpicklingError):
            recipes.load_object(io.BytesIO(data[:left]))


def test_files_that_run_code_are_refused() -> None:
    with pytest.raises(pickle.UnpicklingError, match="is not read"):
        recipes.load_object(io.BytesIO(pickle.dumps(io.BytesIO)))


def test_checkpoints_carry_over() -> None:
    theirs = torch.nn.Sequential(torch.nn.Conv1d(2, 3, 3), torch.nn.BatchNorm1d(3)).eval()
    mine = mindspore.nn.SequentialCell(mindspore.nn.Conv1d(2, 3, 3, pad_mode="valid", has_bias=True), mindspore.nn.BatchNorm1d(3))
    theirs[1].running_mean.uniform_()
    arrays = {name: value.numpy() for name, value in theirs.state_dict().items()}
    converted = recipes.convert_checkpoint(arrays, mine)
    assert set(converted) == {"0.weight", "0.bias", "1.gamma", "1.beta", "1.moving_mean", "1.moving_variance"}
    missing, unexpected = mindspore.load_param_into_net(mine, converted)
    assert not missing
    assert not unexpected
    np.testing.assert_array_equal(mine[1].moving_mean.asnumpy(), theirs[1].running_mean.numpy())
    with pytest.raises(KeyError, match=r"no place for 2\.weight"):
        recipes.convert_checkpoint(arrays | {"2.weight": normal(1)}, mine)
    with pytest.raises(ValueError, match="has shape"):
        recipes.convert_checkpoint(arrays | {"0.bias": normal(7)}, mine)


SAMPLES = [(np.full(3, i, "float32"), i) for i in range(7)]


@pytest.mark.parametrize("options", [{"batch_size": 3}, {"batch_size": 3, "drop_last": True}, {"batch_size": 2, "num_workers": 2}])
def test_batches(options: dict[str, Any]) -> None:
    wanted = list(torch.utils.data.DataLoader(SAMPLES, **{**options, "num_workers": 0}))
    loader = recipes.BatchLoader(SAMPLES, **options)
    found = list(loader)
    assert len(found) == len(loader) == len(wanted)
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(mine[0].asnumpy(), theirs[0].numpy())
        np.testing.assert_array_equal(mine[1].asnumpy(), theirs[1].numpy())


def test_samplers_shuffling_and_collating() -> None:
    sampled = recipes.BatchLoader(SAMPLES, 7, sampler=dataset.SubsetRandomSampler([1, 4, 5]))
    assert sorted(next(iter(sampled))[1].asnumpy().tolist()) == [1, 4, 5]
    shuffled = recipes.BatchLoader(SAMPLES, 7, shuffle=True)
    assert sorted(next(iter(shuffled))[1].asnumpy().tolist()) == list(range(7))
    sums = recipes.BatchLoader(SAMPLES, 2, collate_fn=lambda batch: sum(sample[1] for sample in batch))
    assert list(sums) == [1, 5, 9, 6]
    streamed = recipes.BatchLoader((i for i in range(5)), 2)
    assert [batch.asnumpy().tolist() for batch in streamed] == [[0, 1], [2, 3], [4]]


class Whole:
    """A source of which torch reads many samples together."""

    def __len__(self) -> int:
        return 5

    def __getitem__(self, index: Any) -> Any:
        return np.arange(10.0)[index]

    def __getitems__(self, indices: list[int]) -> list[Any]:
        return [self[index] * 2 for index in indices]


def by_lists(loader: Any) -> Any:
    """A class of loaders, each of whose samples is what the source has for a list of indices."""

    class Lists(loader):  # type: ignore[misc]
        @property
        def _auto_collation(self) -> bool:
            return not hasattr(self, "made") and super()._auto_collation

        @property
        def _index_sampler(self) -> Any:
            return self.batch_sampler if super()._auto_collation else self.sampler

        def __iter__(self) -> Any:
            self.made = True
            self.collate_fn = torch_free
            return super().__iter__()

    return Lists


def torch_free(batch: Any) -> Any:
    return [batch.tolist(), "kept"]


@pytest.mark.parametrize("options", [{}, {"batch_size": 2}, {"batch_size": 2, "drop_last": True}, {"batch_size": None}])
@pytest.mark.parametrize("source", [Whole(), np.arange(5.0), [{"a": np.float32(1), "b": ("x", 2)}] * 3])
def test_loaders_read_as_torch_does(options: dict[str, Any], source: Any) -> None:
    mine, theirs = recipes.BatchLoader(source, **options), torch.utils.data.DataLoader(source, **options)
    assert [shown(batch) for batch in mine] == [shown(batch) for batch in theirs]
    assert len(mine) == len(theirs)
    for name in ("batch_size", "drop_last", "num_workers", "pin_memory", "_auto_collation", "_dataset_kind"):
        assert getattr(mine, name) == getattr(theirs, name)
    assert list(mine._index_sampler) == list(theirs._index_sampler)


@pytest.mark.parametrize("options", [{"batch_size": 2}, {"batch_size": 2, "drop_last": True}, {"batch_sampler": [[0, 1, 2], [4]]}])
def test_loaders_with_an_order_of_their_own(options: dict[str, Any]) -> None:
    mine, theirs = by_lists(recipes.BatchLoader)(Whole(), **options), by_lists(torch.utils.data.DataLoader)(Whole(), **options)
    assert list(mine) == list(theirs)
    assert len(mine) == len(theirs)


def test_attributes_of_a_loader_make_another() -> None:
    first = recipes.BatchLoader(SAMPLES, 3, sampler=dataset.SubsetRandomSampler([1, 4, 5, 6]), pin_memory=True)
    assert len(first) == 2
    assert sorted(index for batch in first.batch_sampler for index in batch) == [1, 4, 5, 6]
    again = recipes.BatchLoader(first.dataset, batch_sampler=first.batch_sampler, collate_fn=first.collate_fn, pin_memory=first.pin_memory)
    assert [len(batch[1]) for batch in again] == [3, 1]
    assert isinstance(recipes.BatchLoader(SAMPLES, shuffle=True).sampler, dataset.RandomSampler)
    assert isinstance(recipes.BatchLoader(SAMPLES).sampler, dataset.SequentialSampler)


def test_sources() -> None:
    whole = recipes.ConcatSource([SAMPLES, SAMPLES[:2]])
    assert [whole[i][1] for i in (0, 6, 7, -1)] == [0, 6, 0, 1]
    parts = recipes.split_randomly(SAMPLES, [5, 2])
    assert sorted(part[i][1] for part in parts for i in range(len(part))) == list(range(7))
    assert [len(part) for part in recipes.split_randomly(SAMPLES, [0.5, 0.5])] == [4, 3]
    with pytest.raises(ValueError, match="do not add up"):
        recipes.split_randomly(SAMPLES, [5, 1])
    batch = recipes.collate([{"a": 1.0, "b": "x"}, {"a": 2.0, "b": "y"}])
    assert batch["a"].dtype == mindspore.float64
    assert batch["b"] == ["x", "y"]


Pair = namedtuple("Pair", ["left", "right"])
BATCHES = [[(1, 2.0), (3, 4.0)], [[1, 2], [3, 4]], [{"a": 1}, {"a": 2}], [Pair(1, 2), Pair(3, 4)], ["a", "b"], [("a", 1), ("b", 2)]]
BATCHES += [[True, False], [np.float32(1), np.float32(2)], [np.zeros(2), np.ones(2)], [((1, 2), 3), ((4, 5), 6)], [b"a", b"b"]]


@pytest.mark.parametrize("batch", BATCHES)
def test_samples_are_batched_as_torch_does(batch: list[Any]) -> None:
    wanted = torch.utils.data.default_collate(batch)
    for found in (recipes.collate(batch), next(iter(recipes.BatchLoader(batch, len(batch))))):
        assert shown(found) == shown(wanted)
    with pytest.raises(TypeError):
        recipes.collate([None, None])


def shown(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(*map(shown, value)) if isinstance(value, Pair) else type(value)(map(shown, value))
    if isinstance(value, dict):
        return {key: shown(held) for key, held in value.items()}
    return value if isinstance(value, (str, bytes, int)) else (str(value.numpy().dtype), value.tolist())


def test_parameters_in_containers_and_rows() -> None:
    layers = recipes.ParameterListCell([mindspore.Tensor([1.0, 2.0]), mindspore.Tensor([3.0])])
    assert [p.name for p in layers.get_parameters()] == ["0", "1"]
    assert float(layers[-1][0]) == 3.0
    row = recipes.parameters_to_vector(layers)
    recipes.vector_to_parameters(row * 2, layers)
    assert layers[0].asnumpy().tolist() == [2.0, 4.0]
    named = recipes.ParameterDictCell({"a": mindspore.Tensor([1.0])})
    assert "a" in named
    assert [p.name for p in named.get_parameters()] == ["a"]


def test_sequences_of_different_lengths() -> None:
    rows = [normal(4, 2), normal(1, 2), normal(3, 2)]
    for first in (False, True):
        wanted = torch.nn.utils.rnn.pad_sequence([torch.from_numpy(row) for row in rows], first, -1.0)
        found = recipes.pad_sequence([mindspore.Tensor(row) for row in rows], first, -1.0)
        np.testing.assert_array_equal(found.asnumpy(), wanted.numpy())
        again = recipes.unpad_sequence(found, [4, 1, 3], first)
        for mine, row in zip(again, rows, strict=True):
            np.testing.assert_array_equal(mine.asnumpy(), row)
        left = recipes.pad_sequence([mindspore.Tensor(row) for row in rows], first, -1.0, "left")
        wanted = torch.nn.utils.rnn.pad_sequence([torch.from_numpy(row) for row in rows], first, -1.0, "left")
        np.testing.assert_array_equal(left.asnumpy(), wanted.numpy())


@pytest.mark.parametrize("name", ["linear", "conv2d", "tanh", "relu", "leaky_relu", "selu"])
def test_gains(name: str) -> None:
    assert recipes.calculate_gain(name) == pytest.approx(torch.nn.init.calculate_gain(name))
    assert recipes.calculate_fans(np.zeros((4, 3, 2, 2))) == (12, 16)


def test_switches_of_a_whole_cell() -> None:
    cell = mindspore.nn.SequentialCell(mindspore.nn.Dense(2, 2), mindspore.nn.BatchNorm1d(2))
    assert not recipes.set_requires_grad(cell, False).trainable_params()
    assert len(recipes.set_requires_grad(cell).trainable_params()) == 4
    assert recipes.cell_to(cell, "npu:0") is recipes.cell_to(cell, "npu:0", None) is cell
    recipes.cell_to(cell, "npu:0", mindspore.float16)
    assert cell(mindspore.ops.ones((1, 2))).dtype == mindspore.float16
    assert [p.shape for p in recipes.cell_weights(recipes.set_requires_grad(cell, False))] == [(2, 2), (2,), (2,), (2,)]
    assert [name for name, _ in recipes.named_cell_weights(cell, recurse=False)] == []


def test_a_parameter_is_frozen_and_given_back() -> None:
    for parameter in (mindspore.Parameter(mindspore.Tensor([1.0])), modules.Parameter(mindspore.Tensor([1.0]))):
        assert recipes.tensor_requires_grad(parameter, False) is parameter
        assert not parameter.requires_grad
    assert parameter.requires_grad_() is parameter
    assert parameter.requires_grad
    tensor = mindspore.Tensor([1.0])
    assert recipes.tensor_requires_grad(tensor) is tensor


LISTS = [[normal(3) + 3 for _ in range(2)] for _ in range(3)]


@pytest.mark.parametrize(
    ("name", "operands", "factor"),
    [
        ("add", (LISTS[1],), {"alpha": 2}),
        ("mul", (3.0,), {}),
        ("div", ([2.0, 4.0],), {}),
        ("maximum", (LISTS[1],), {}),
        ("addcdiv", (LISTS[1], LISTS[2]), {"value": 0.5}),
        ("lerp", (LISTS[1], 0.3), {}),
        ("sqrt", (), {}),
        ("norm", (), {}),
        ("norm", (1,), {}),
        ("norm", (float("inf"),), {}),
    ],
)
def test_operations_over_lists(name: str, operands: tuple[Any, ...], factor: dict[str, Any]) -> None:
    def lists(kind: Callable[[Any], Any]) -> list[Any]:
        return [
            [kind(x) if isinstance(x, np.ndarray) else x for x in item] if isinstance(item, list) else item
            for item in (LISTS[0], *operands)
        ]

    wanted = getattr(torch, f"_foreach_{name}")(*lists(torch.from_numpy), **factor)
    found = recipes.foreach(name, *lists(mindspore.Tensor), factor=next(iter(factor.values()), 1))
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine.asnumpy(), theirs.numpy(), rtol=1e-5)


def test_lists_change_in_place() -> None:
    values = [mindspore.Tensor(x) for x in LISTS[0]]
    same = recipes.foreach_in_place("mul", values, 2.0)
    assert all(a is b for a, b in zip(same, values, strict=True))
    np.testing.assert_allclose(values[1].asnumpy(), LISTS[0][1] * 2, rtol=1e-6)
    leaf = recipes.recorded(mindspore.Tensor(np.ones(2, "float32")))
    recipes.backward((leaf * leaf).sum())
    with recipes.no_gradients():
        recipes.foreach_in_place("add", [leaf], [recipes.stored_gradient(leaf)], factor=2)
    np.testing.assert_array_equal(leaf.asnumpy(), [5, 5])
    recipes.record_gradients(False)


@pytest.mark.parametrize("data", [3, [1, 2], range(3), np.array([1.5]), [[1.0], [2.0]]])
def test_new_tensors_of_what_is_seen_when_it_runs(data: Any) -> None:
    mine = recipes.new_like(mindspore.Tensor(np.zeros(2, "float32")), data)
    theirs = torch.zeros(2).new(data)
    assert mine.shape == tuple(theirs.shape)
    if not isinstance(data, int):
        np.testing.assert_array_equal(mine.asnumpy(), theirs.numpy())


def test_new_tensors_of_a_shape_or_a_tensor() -> None:
    x = mindspore.Tensor(np.zeros((2, 3), "float32"))
    assert recipes.new_like(x, x.shape).shape == (2, 3)
    found = recipes.new_like(x, mindspore.Tensor([1, 2]))
    assert (found.dtype, found.tolist()) == (mindspore.float32, [1.0, 2.0])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("options", [{}, {"stride": 2, "padding": 1, "dilation": 2}, {"groups": 2, "padding": "same"}])
def test_convolutions_of_any_dtype(dtype: str, options: dict[str, Any]) -> None:
    x, weight, bias = (normal(*shape).astype(dtype) for shape in ((2, 4, 9, 8), (6, 4 // options.get("groups", 1), 3, 2), (6,)))
    mine = recipes.conv2d(*map(mindspore.Tensor, (x, weight, bias)), **options)
    theirs = torch.nn.functional.conv2d(*map(torch.from_numpy, (x, weight, bias)), **options)
    assert mine.asnumpy().dtype == dtype
    np.testing.assert_allclose(mine.asnumpy(), theirs.numpy(), atol=1e-5 if dtype == "float32" else 1e-12)
