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


_FLOATS = (mindspore.float16, mindspore.float32, mindspore.float64, mindspore.bfloat16)


def squares(result: Any) -> Any:
    """The mean squares of all floating-point tensors in a result. Written for graphs too, which have neither generators nor lambdas."""
    if isinstance(result, mindspore.Tensor):
        return [result.astype(mindspore.float64).square().mean()] if result.dtype in _FLOATS else []
    found: list[Any] = []
    if isinstance(result, dict):
        for each in result.values():
            found = found + squares(each)
    elif isinstance(result, (list, tuple)):
        for each in result:
            found = found + squares(each)
    return found


class Loss(mindspore.nn.Cell):
    """The mean of all results of a network squared. In graph mode the keyword arguments are constants of the graph."""

    def __init__(self, network: Any, keywords: Any) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        self.keywords = keywords

    def construct(self, *arguments: Any) -> Any:
        """The loss of one run."""
        parts = squares(self.network(*arguments, **self.keywords))
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total


def train(network: Any, arguments: Any, keywords: Any, steps: Any) -> Any:
    """The first step's gradients by name, and the loss of every step."""
    parameters = network.trainable_params()
    loss_of: Any = Loss(network, keywords)
    if mindspore.get_context("mode") == mindspore.PYNATIVE_MODE:
        loss_of = loss_of.construct  # a Cell cannot be differentiated after a network has called the recipe backward
    step = mindspore.value_and_grad(loss_of, None, mindspore.ParameterTuple(parameters))
    losses: list[float] = []
    first: dict[str, Any] = {}
    for _ in range(steps):
        loss, gradients = step(*arguments)
        first = first or {parameter.name: each.asnumpy().copy() for parameter, each in zip(parameters, gradients, strict=True)}
        losses.append(float(loss.asnumpy()))
        for parameter, each in zip(parameters, gradients, strict=True):
            if mindspore.get_context("mode") == mindspore.GRAPH_MODE:
                mindspore.ops.assign(parameter, parameter - RATE * each)  # a compiled gradient goes on reading what set_data replaces
            else:
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
    records.write_run(modules, results)
    records.write_training(*train(network, *given, int(steps)))


if __name__ == "__main__":
    main(*sys.argv[1:])
