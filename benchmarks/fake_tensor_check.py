"""Do the rules agree with PyTorch's fake tensors about what depends on data?

    python benchmarks/fake_tensor_check.py

Each function of fake_tensor_functions.py runs on fake tensors, which have a shape and no values: what needs a value raises. The rules read
the same functions; their answer is whether they report a hazard of cause `data` in the function or in a helper below it. Needs torch.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import fake_tensor_functions as subject
import torch
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException, FakeTensorMode

from mindaudit.collect import collect
from mindaudit.hazards.checking import find
from mindaudit.model import SourceFile, Target
from mindaudit.resolve import Project


def functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The public functions of a module, in source order."""
    found = inspect.getmembers(module, inspect.isfunction)
    own = [(name, function) for name, function in found if function.__module__ == module.__name__ and not name.startswith("_")]
    return dict(sorted(own, key=lambda item: item[1].__code__.co_firstlineno))


def traced(function: Callable[..., Any]) -> bool:
    """Whether a function needs values: a fake tensor cannot give them."""
    with FakeTensorMode():
        x, n, mask = torch.randn(4, 6), torch.randint(1, 5, (4,)), torch.rand(4, 6) > 0.5
        try:
            function(x, n, mask)
        except (DataDependentOutputException, DynamicOutputShapeException):
            return True
    return False


def reported(path: Path) -> set[str]:
    """The functions in which the rules see a hazard of cause data."""
    text = path.read_text("utf-8")
    source = SourceFile(str(path), path.name, text)
    project = Project.resolved([source], [collect(source)])
    return {hazard.function for hazard in find(project, path.name, text, Target()).found if hazard.cause == "data"}


def main() -> int:
    """Print the agreement and each difference; 1 if there is one."""
    seen = reported(Path(subject.__file__))
    wrong = []
    for name, function in functions(subject).items():
        helpers = {called for called in function.__code__.co_names if called.startswith("_")}
        says, needs = bool(seen & {name, *helpers}), traced(function)
        if says != needs:
            wrong.append(f"{name}: the rules say {'data' if says else 'static'}, fake tensors say {'data' if needs else 'static'}")
    total = len(functions(subject))
    print(f"agreement {total - len(wrong)}/{total}")
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
