"""Runs in an interpreter with torch: `torch_worker.py SPEC NAME ROOT FOLDER STEPS`.

It stands alone, so that nothing of mindaudit is needed there.

Builds one model of a spec, and writes its weights, its inputs, what each module gives, gradients and losses of some training steps as
.npz files into FOLDER. Loss is the mean of all results squared; a step is `p - RATE * gradient`.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

RATE = 0.01


def tensors(value: Any) -> Any:
    """What it gets, with tensors for arrays."""
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value.copy())
    return type(value)(map(tensors, value)) if isinstance(value, list | tuple) else value


def leaves(value: Any) -> Any:
    """The tensors that a result holds, in order."""
    values = list(value.values()) if isinstance(value, dict) else value
    if isinstance(values, list | tuple):
        return [leaf for item in values for leaf in leaves(item)]
    return [values] if isinstance(values, torch.Tensor) else []


def arrays(value: Any) -> Any:
    """The same as arrays."""
    return [leaf.detach().numpy().copy() for leaf in leaves(value)]


def write(folder: Any, name: Any, content: Any) -> None:
    """Keeps arrays by name in one file."""
    np.savez(folder / f"torch_{name}.npz", **content)


def forward(network: Any, arguments: Any, keywords: Any) -> Any:
    """One run."""
    return network(*map(tensors, arguments), **{key: tensors(value) for key, value in keywords.items()})


def loss_of(results: Any) -> Any:
    """The mean of all results squared."""
    parts = [leaf.double().square().mean() for leaf in leaves(results) if leaf.is_floating_point()]
    return sum(parts[1:], parts[0])


def watched(network: Any, run: Any) -> Any:
    """What each module gives at its first call, in the order in which they finish."""
    seen: dict[str, Any] = {}

    def keeping(name: Any) -> Any:
        def keep(_: Any, __: Any, output: Any) -> None:
            seen.setdefault(name, arrays(output)[:1])

        return keep

    hooks = [module.register_forward_hook(keeping(name)) for name, module in network.named_modules()]
    with torch.no_grad():
        results = run()
    for hook in hooks:
        hook.remove()
    return {f"{place:05d} {name}": found[0] for place, (name, found) in enumerate(seen.items()) if found}, arrays(results)


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
    space: dict[str, Any] = {}
    exec(compile(Path(spec).read_text("utf-8"), spec, "exec"), space)
    module, build, inputs, *more = space["MODELS"][name]
    torch.manual_seed(0)
    names = {"m": importlib.import_module(module), "np": np, "r": np.random.RandomState(0), "imp": importlib.import_module}
    network = eval(build, names).eval()
    arguments = [eval(each, names) for each in inputs]
    keywords = {key: eval(each, names) for key, each in (more[0] if more else {}).items()}
    target = Path(folder)
    write(target, "state", {key: value.detach().numpy() for key, value in network.state_dict().items()})
    modules, results = watched(network, lambda: forward(network, arguments, keywords))
    write(target, "modules", modules)
    write(target, "outputs", {f"{place:05d}": each for place, each in enumerate(results)})
    gradients, losses = train(network, lambda: forward(network, arguments, keywords), int(steps))
    write(target, "gradients", gradients)
    write(target, "losses", {"losses": losses})


if __name__ == "__main__":
    main(*sys.argv[1:])
