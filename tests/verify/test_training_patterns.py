"""Training patterns in both frameworks: twenty steps from the same weights and data give the same losses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from layer_checks import mindspore, torch
from training_sides import INPUTS, STEPS, TARGETS, Pattern, mindspore_losses, mindspore_net, optim, torch_losses, torch_net

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
BATCHES = list(zip(INPUTS, TARGETS, strict=True))
SGD = Pattern(lambda net: torch.optim.SGD(net.parameters(), lr=0.2), lambda net: optim.SGD(net.trainable_params(), lr=0.2))


def agree(theirs: Sequence[float], mine: Sequence[float]) -> None:
    """Fails unless the losses are the same and have fallen."""
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-4)
    assert np.mean(theirs[-4:]) < np.mean(theirs[:4])


def changed(**options: Any) -> Pattern:
    return Pattern(SGD.theirs, SGD.mine, **options)


PATTERNS = {
    "backward, step, zero_grad": SGD,
    "Adam": Pattern(
        lambda net: torch.optim.AdamW(net.parameters(), lr=0.05, weight_decay=0.1),
        lambda net: optim.AdamW(net.trainable_params(), lr=0.05, weight_decay=0.1),
    ),
    "groups of parameters": Pattern(
        lambda net: torch.optim.SGD([{"params": net[0].parameters(), "lr": 0.05}, {"params": net[-1].parameters()}], lr=0.2, momentum=0.9),
        lambda net: optim.SGD(
            [{"params": net[0].trainable_params(), "lr": 0.05}, {"params": net[-1].trainable_params()}], lr=0.2, momentum=0.9
        ),
    ),
    "clipping by norm": changed(norm=0.3),
    "clipping by value": changed(value=0.05),
    "accumulation": changed(accumulate=4),
    "a schedule": changed(schedule=lambda schedulers, optimizer: schedulers.StepLR(optimizer, 5, 0.5)),
    "running statistics": changed(middle=True),
}


@pytest.mark.parametrize("compiled", [False, True], ids=["pynative", "graph"])
@pytest.mark.parametrize("name", PATTERNS)
def test_a_loop_gives_the_same_losses(name: str, compiled: bool) -> None:
    pattern = PATTERNS[name]
    theirs, mine = torch_net(pattern), mindspore_net(pattern)
    wanted = list(torch_losses(pattern, theirs, pattern.theirs(theirs), BATCHES))
    agree(wanted, list(mindspore_losses(pattern, mine, pattern.mine(mine), BATCHES, compiled)))


def test_frozen_layers_stay() -> None:
    theirs, mine = torch_net(SGD), mindspore_net(SGD)
    theirs[0].requires_grad_(False)
    for parameter in mine[0].get_parameters():
        parameter.requires_grad = False
    before = mine[0].weight.asnumpy().copy()
    wanted = list(torch_losses(SGD, theirs, SGD.theirs(theirs), BATCHES))
    agree(wanted, list(mindspore_losses(SGD, mine, SGD.mine(mine), BATCHES)))
    np.testing.assert_array_equal(mine[0].weight.asnumpy(), before)


def test_scaled_losses() -> None:
    theirs, mine = torch_net(SGD), mindspore_net(SGD)
    optimizer, scaler = SGD.theirs(theirs), torch.amp.GradScaler("cpu", init_scale=1024.0)
    step = recipes.TrainStep(lambda x, y: mindspore.ops.mse_loss(mine(x), y), SGD.mine(mine), scale=1024.0)
    wanted, found = [], []
    for x, y in BATCHES:
        loss = torch.nn.functional.mse_loss(theirs(torch.from_numpy(x)), torch.from_numpy(y))
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        wanted.append(loss.item())
        found.append(float(step(mindspore.Tensor(x), mindspore.Tensor(y))))
    agree(wanted, found)


def test_a_moving_average_of_the_weights() -> None:
    theirs, mine = torch_net(SGD), mindspore_net(SGD)

    def average(mean: Any, new: Any, count: Any) -> Any:
        return 0.8 * mean + 0.2 * new

    first, second = torch.optim.swa_utils.AveragedModel(theirs, avg_fn=average), recipes.AveragedModel(mine, avg_fn=average)
    optimizers = SGD.theirs(theirs), SGD.mine(mine)
    wanted, found = [], []
    for batch in BATCHES:
        list(torch_losses(SGD, theirs, optimizers[0], [batch]))
        list(mindspore_losses(SGD, mine, optimizers[1], [batch]))
        first.update_parameters(theirs)
        second.update_parameters(mine)
        x, y = batch
        wanted.append(float(((first(torch.from_numpy(x)) - torch.from_numpy(y)) ** 2).mean()))
        found.append(float(((second(mindspore.Tensor(x)) - mindspore.Tensor(y)) ** 2).mean()))
    agree(wanted, found)


def test_a_run_that_is_saved_and_resumed(tmp_path: Path) -> None:
    pattern = PATTERNS["groups of parameters"]
    theirs, mine = torch_net(pattern), mindspore_net(pattern)
    first, second = pattern.theirs(theirs), pattern.mine(mine)
    wanted, found = list(torch_losses(pattern, theirs, first, BATCHES[:10])), list(mindspore_losses(pattern, mine, second, BATCHES[:10]))
    torch.save({"net": theirs.state_dict(), "optimizer": first.state_dict()}, tmp_path / "theirs.pt")
    mindspore.save_checkpoint(mine, str(tmp_path / "net.ckpt"))
    mindspore.save_checkpoint(second, str(tmp_path / "optimizer.ckpt"))
    theirs, mine = torch_net(pattern), mindspore_net(pattern)
    first, second = pattern.theirs(theirs), pattern.mine(mine)
    kept = torch.load(tmp_path / "theirs.pt")
    theirs.load_state_dict(kept["net"])
    first.load_state_dict(kept["optimizer"])
    mindspore.load_param_into_net(mine, mindspore.load_checkpoint(str(tmp_path / "net.ckpt")))
    mindspore.load_param_into_net(second, mindspore.load_checkpoint(str(tmp_path / "optimizer.ckpt")))
    wanted += torch_losses(pattern, theirs, first, BATCHES[10:])
    found += mindspore_losses(pattern, mine, second, BATCHES[10:])
    agree(wanted, found)


def test_batches_of_a_loader() -> None:
    samples = list(zip(INPUTS.reshape(-1, 4), TARGETS.reshape(-1, 2), strict=True))[: STEPS * 8 - 3]
    theirs, mine = torch_net(SGD), mindspore_net(SGD)
    loader = torch.utils.data.DataLoader(samples, batch_size=8, drop_last=True)
    wanted = list(torch_losses(SGD, theirs, SGD.theirs(theirs), list(loader)))
    batches = [(x.asnumpy(), y.asnumpy()) for x, y in recipes.BatchLoader(samples, batch_size=8, drop_last=True)]
    agree(wanted, list(mindspore_losses(SGD, mine, SGD.mine(mine), batches)))
    assert len(wanted) == STEPS - 1


def test_a_network_that_is_only_evaluated_in_between() -> None:
    pattern = PATTERNS["running statistics"]
    theirs, mine = torch_net(pattern), mindspore_net(pattern)
    optimizers = pattern.theirs(theirs), pattern.mine(mine)
    wanted, found = [], []
    for x, y in BATCHES:
        list(torch_losses(pattern, theirs.train(), optimizers[0], [(x, y)]))
        list(mindspore_losses(pattern, mine.set_train(), optimizers[1], [(x, y)]))
        with torch.no_grad():
            wanted.append(float(((theirs.eval()(torch.from_numpy(x)) - torch.from_numpy(y)) ** 2).mean()))
        found.append(float(((mine.set_train(False)(mindspore.Tensor(x)) - mindspore.Tensor(y)) ** 2).mean()))
    agree(wanted, found)


LAUNCHERS = {
    "torch": ["torch.distributed.run", "--nproc-per-node=2", "--rdzv-backend=c10d", "--rdzv-endpoint=localhost:0"],
    "mindspore": ["mindspore.parallel.cluster.run", "--worker_num=2", "--local_worker_num=2", "--join=True", "--cluster_time_out=200"],
}


def losses_of_two_processes(framework: str, folder: Path) -> list[float]:
    """The mean losses of two processes that train together."""
    folder.mkdir()
    module, *options = LAUNCHERS[framework]
    started = f"import sys, {module} as launcher; sys.argv[0] = 'launcher'; launcher.main()"
    program = [str(Path(__file__).with_name("data_parallel.py")), framework, str(folder)]
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(
        [sys.executable, "-c", started, *options, *program], check=True, cwd=folder, env=os.environ | {"PATH": paths}, timeout=400
    )
    ranks = [json.loads((folder / f"{rank}.json").read_text()) for rank in (0, 1)]
    return [float(mean) for mean in np.mean(ranks, axis=0)]


def test_two_processes_that_share_their_gradients(tmp_path: Path) -> None:
    agree(losses_of_two_processes("torch", tmp_path / "torch"), losses_of_two_processes("mindspore", tmp_path / "mindspore"))
