"""Runs in an interpreter with MindSpore: `mindspore_worker.py SPEC NAME ROOT FOLDER STEPS MODE RECIPES`.

Builds the same model from rewritten files with torch out of reach, loads torch's weights from FOLDER, and writes what torch's worker does.
"""

import sys
from typing import Any

import numpy as np
from worker_parts import RATE, Model, Records, leaves, tensors, watched


class Unreachable:
    """Refuses to import torch."""

    def find_spec(self, name: Any, path: Any = None, target: Any = None) -> None:
        """Raises ModuleNotFoundError for torch."""
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}: a rewritten file needs it")


sys.meta_path.insert(0, Unreachable())

import mindspore  # noqa: E402 - torch must be out of reach before


def arrays(value: Any) -> Any:
    """The tensors of a result as arrays."""
    return [leaf.asnumpy().copy() for leaf in leaves(value, mindspore.Tensor)]


def loss_of(results: Any) -> Any:
    """The mean of all results squared."""
    parts = [leaf.astype(mindspore.float64).square().mean() for leaf in leaves(results, mindspore.Tensor) if leaf.is_floating_point()]
    return sum(parts[1:], parts[0])


def train(network: Any, run: Any, steps: Any) -> Any:
    """The first step's gradients by name, and the loss of every step."""
    parameters = network.trainable_params()
    step = mindspore.value_and_grad(lambda: loss_of(run()), None, mindspore.ParameterTuple(parameters))
    losses: list[float] = []
    first: dict[str, Any] = {}
    for _ in range(steps):
        loss, gradients = step()
        first = first or {parameter.name: each.asnumpy().copy() for parameter, each in zip(parameters, gradients, strict=True)}
        losses.append(float(loss.asnumpy()))
        for parameter, each in zip(parameters, gradients, strict=True):
            parameter.set_data(parameter - RATE * each)
    return first, np.array(losses)


def loaded(network: Any, folder: Any) -> None:
    """Loads torch's weights. Raises SystemExit if they do not fit."""
    from mindaudit_data.recipes.convert_checkpoint import convert_checkpoint

    with np.load(folder / "torch_state.npz") as state:
        weights = convert_checkpoint({name: state[name] for name in state.files}, network)
    missing, unexpected = mindspore.load_param_into_net(network, weights)
    if missing or unexpected:
        raise SystemExit(f"weights: missing {missing[:5]}, unexpected {unexpected[:5]}")


def main(spec: str, name: str, root: str, folder: str, steps: str, mode: str, recipes: str) -> None:
    """Everything, for one model."""
    sys.path[:0] = [root, recipes]
    mindspore.set_seed(0)
    model, records = Model(spec, name), Records("mindspore", folder)
    network = model.built()
    network.set_train(False)
    loaded(network, records.folder)
    arguments, keywords = model.inputs()
    given = tensors(arguments, mindspore.Tensor), {key: tensors(each, mindspore.Tensor) for key, each in keywords.items()}

    def run() -> Any:
        return network(*given[0], **given[1])

    modules, results = watched(network.cells_and_names(), run, arrays)
    if mode == "graph":
        mindspore.set_context(mode=mindspore.GRAPH_MODE)
        results = arrays(run())
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
        network.construct = mindspore.jit(network.construct)  # the loss goes over results of any kind, which no graph does
    records.write_run(modules, results)
    records.write_training(*train(network, run, int(steps)))


if __name__ == "__main__":
    main(*sys.argv[1:])
