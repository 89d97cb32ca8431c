"""Runs in an interpreter with torch: `torch_worker.py SPEC NAME ROOT FOLDER STEPS`.

It stands alone, so that nothing of mindaudit is needed there.

Builds one model of a spec, and writes its weights, its inputs, what each module gives, gradients and losses of some training steps as
.npz files into FOLDER. Loss is the mean of all results squared; a step is `p - RATE * gradient`.
"""

import sys
from typing import Any

import numpy as np
import torch
from worker_parts import RATE, Model, Records, leaves, tensors, watched


def made(array: Any) -> Any:
    """A tensor of its own."""
    return torch.from_numpy(array.copy())


def arrays(value: Any) -> Any:
    """The tensors of a result as arrays."""
    return [leaf.detach().numpy().copy() for leaf in leaves(value, torch.Tensor)]


def loss_of(results: Any) -> Any:
    """The mean of all results squared."""
    parts = [leaf.double().square().mean() for leaf in leaves(results, torch.Tensor) if leaf.is_floating_point()]
    return sum(parts[1:], parts[0])


def train(network: Any, run: Any, steps: Any) -> Any:
    """The first step's gradients by name, and the loss of every step."""
    parameters = {name: parameter for name, parameter in network.named_parameters() if parameter.requires_grad}
    losses: list[float] = []
    first: dict[str, Any] = {}
    for _ in range(steps):
        loss = loss_of(run())
        gradients = torch.autograd.grad(loss, list(parameters.values()), allow_unused=True)
        found = {name: each for name, each in zip(parameters, gradients, strict=True) if each is not None}
        first = first or {name: each.numpy().copy() for name, each in found.items()}
        losses.append(float(loss))
        with torch.no_grad():
            for name, each in found.items():
                parameters[name] -= RATE * each
    return first, np.array(losses)


def main(spec: str, name: str, root: str, folder: str, steps: str) -> None:
    """Everything, for one model."""
    sys.path.insert(0, root)
    torch.manual_seed(0)
    model, records = Model(spec, name), Records("torch", folder)
    network = model.built().eval()
    arguments, keywords = model.inputs()

    def run() -> Any:
        return network(*tensors(arguments, made), **{key: tensors(each, made) for key, each in keywords.items()})

    records.write("state", {key: value.detach().numpy() for key, value in network.state_dict().items()})
    with torch.no_grad():
        records.write_run(*watched(network.named_modules(), run, arrays))
    records.write_training(*train(network, run, int(steps)))


if __name__ == "__main__":
    main(*sys.argv[1:])
