"""One of two processes that train together on halves of each batch: `python data_parallel.py torch|mindspore FOLDER`.

Each writes its losses into the folder, under its rank.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from layer_checks import mindspore, torch
from training_sides import INPUTS, TARGETS, Pattern, mindspore_net, optim, torch_losses, torch_net

from mindaudit_data import recipes

MOMENTUM = Pattern(
    lambda net: torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9), lambda net: optim.SGD(net.trainable_params(), lr=0.2, momentum=0.9)
)


def halves(rank: int) -> list[tuple[Any, Any]]:
    """The batches of one process."""
    return [(x[rank::2], y[rank::2]) for x, y in zip(INPUTS, TARGETS, strict=True)]


def by_torch() -> tuple[int, list[float]]:
    torch.distributed.init_process_group("gloo")
    rank = torch.distributed.get_rank()
    net = torch.nn.parallel.DistributedDataParallel(torch_net(MOMENTUM))
    losses = list(torch_losses(MOMENTUM, net, MOMENTUM.theirs(net), halves(rank)))
    torch.distributed.destroy_process_group()
    return rank, losses


def by_mindspore() -> tuple[int, list[float]]:
    mindspore.communication.init()
    mindspore.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    net, rank = mindspore_net(MOMENTUM), mindspore.communication.get_rank()

    def forward(x: Any, y: Any) -> Any:
        return mindspore.ops.mse_loss(net(x), y)

    optimizer = MOMENTUM.mine(net)
    step = recipes.TrainStep(forward, optimizer, reduce=mindspore.nn.DistributedGradReducer(optimizer.parameters, mean=True))
    return rank, [float(step(mindspore.Tensor(x), mindspore.Tensor(y))) for x, y in halves(rank)]


if __name__ == "__main__":
    rank, losses = by_torch() if sys.argv[1] == "torch" else by_mindspore()
    (Path(sys.argv[2]) / f"{rank}.json").write_text(json.dumps(losses))
