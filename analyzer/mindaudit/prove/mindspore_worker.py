"""Runs in an interpreter with MindSpore: `mindspore_worker.py SPEC NAME ROOT FOLDER STEPS MODE RECIPES`.

Builds the same model from rewritten files with torch out of reach, loads torch's weights from FOLDER, and writes what torch's worker does.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np

RATE = 0.01


class Unreachable:
    """Refuses to import torch."""

    def find_spec(self, name: Any, path: Any = None, target: Any = None) -> None:
        """Raises ModuleNotFoundError for torch."""
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}: a rewritten file needs it")


sys.meta_path.insert(0, Unreachable())

import mindspore  # noqa: E402 - torch must be out of reach before


def tensors(value: Any) -> Any:
    """What it gets, with tensors for arrays."""
    if isinstance(value, np.ndarray):
        return mindspore.Tensor(value)
    return type(value)(map(tensors, value)) if isinstance(value, list | tuple) else value


def leaves(value: Any) -> Any:
    """The tensors that a result holds, in order."""
    values = list(value.values()) if isinstance(value, dict) else value
    if isinstance(values, list | tuple):
        return [leaf for item in values for leaf in leaves(item)]
    return [values] if isinstance(values, mindspore.Tensor) else []


def arrays(value: Any) -> Any:
    """The same as arrays."""
    return [leaf.asnumpy().copy() for leaf in leaves(value)]


def write(folder: Any, name: Any, content: Any) -> None:
    """Keeps arrays by name in one file."""
    np.savez(folder / f"mindspore_{name}.npz", **content)


def loss_of(results: Any) -> Any:
    """The mean of all results squared."""
    parts = [leaf.astype(mindspore.float64).square().mean() for leaf in leaves(results) if leaf.is_floating_point()]
    return sum(parts[1:], parts[0])


def watched(network: Any, run: Any) -> Any:
    """What each cell gives at its first call, in the order in which they finish."""
    seen: dict[str, Any] = {}

    def keeping(name: Any) -> Any:
        def keep(_: Any, __: Any, output: Any) -> None:
            seen.setdefault(name, arrays(output)[:1])

        return keep

    hooks = [cell.register_forward_hook(keeping(name)) for name, cell in network.cells_and_names()]
    results = run()
    for hook in hooks:
        hook.remove()
    return {f"{place:05d} {name}": found[0] for place, (name, found) in enumerate(seen.items()) if found}, arrays(results)


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
    space: dict[str, Any] = {}
    exec(compile(Path(spec).read_text("utf-8"), spec, "exec"), space)
    module, build, inputs, *more = space["MODELS"][name]
    names = {"m": importlib.import_module(module), "np": np, "r": np.random.RandomState(0), "imp": importlib.import_module}
    network = eval(build, names)
    network.set_train(False)
    target = Path(folder)
    loaded(network, target)
    arguments = [tensors(eval(each, names)) for each in inputs]
    keywords = {key: tensors(eval(each, names)) for key, each in (more[0] if more else {}).items()}

    def run() -> Any:
        return network(*arguments, **keywords)

    modules, results = watched(network, run)
    if mode == "graph":
        mindspore.set_context(mode=mindspore.GRAPH_MODE)
        results = arrays(run())
    write(target, "modules", modules)
    write(target, "outputs", {f"{place:05d}": each for place, each in enumerate(results)})
    gradients, losses = train(network, run, int(steps))
    write(target, "gradients", gradients)
    write(target, "losses", {"losses": losses})


if __name__ == "__main__":
    main(*sys.argv[1:])
