"""What both workers do alike. It stands alone, as they do, so that nothing of mindaudit is needed where they run."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np

RATE = 0.01


class Model:
    """One model of a spec: what builds it, and what it is called with."""

    def __init__(self, spec: str, name: str) -> None:
        space: dict[str, Any] = {}
        exec(compile(Path(spec).read_text("utf-8"), spec, "exec"), space)
        module, self._build, self._inputs, *more = space["MODELS"][name]
        self._keywords = more[0] if more else {}
        self._names = {"m": importlib.import_module(module), "np": np, "r": np.random.RandomState(0), "imp": importlib.import_module}

    def built(self) -> Any:
        """The network."""
        return eval(self._build, self._names)

    def inputs(self) -> Any:
        """Positional and keyword arguments, with arrays for tensors."""
        return [eval(each, self._names) for each in self._inputs], {key: eval(each, self._names) for key, each in self._keywords.items()}


def tensors(value: Any, make: Any) -> Any:
    """What it gets, with tensors for arrays."""
    if isinstance(value, np.ndarray):
        return make(value)
    return type(value)(tensors(each, make) for each in value) if isinstance(value, list | tuple) else value


def leaves(value: Any, tensor: type) -> Any:
    """The tensors that a result holds, in order."""
    values = list(value.values()) if isinstance(value, dict) else value
    if isinstance(values, list | tuple):
        return [leaf for item in values for leaf in leaves(item, tensor)]
    return [values] if isinstance(values, tensor) else []


def watched(modules: Any, run: Any, arrays: Any) -> Any:
    """What each named module gives at its first call, in the order in which they finish, and what the run gives."""
    seen: dict[str, Any] = {}

    def keeping(name: Any) -> Any:
        def keep(_: Any, __: Any, output: Any) -> None:
            seen.setdefault(name, arrays(output)[:1])

        return keep

    hooks = [module.register_forward_hook(keeping(name)) for name, module in modules]
    results = run()
    for hook in hooks:
        hook.remove()
    return {f"{place:05d} {name}": found[0] for place, (name, found) in enumerate(seen.items()) if found}, arrays(results)


class Records:
    """Arrays by name, in one file for each kind of them."""

    def __init__(self, framework: str, folder: str) -> None:
        self.folder = Path(folder)
        self._framework = framework

    def write(self, kind: str, content: Any) -> None:
        """Keeps them."""
        np.savez(self.folder / f"{self._framework}_{kind}.npz", **content)

    def write_run(self, modules: Any, results: Any) -> None:
        """What the modules and the network gave."""
        self.write("modules", modules)
        self.write("outputs", {f"{place:05d}": each for place, each in enumerate(results)})

    def write_training(self, gradients: Any, losses: Any) -> None:
        """The first step's gradients by name, and the loss of every step."""
        self.write("gradients", gradients)
        self.write("losses", {"losses": losses})
