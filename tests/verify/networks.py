"""Whole networks in both frameworks: torch's source as it is, and what `mindaudit rewrite` and a small patch make of it."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")
recipes = pytest.importorskip("mindaudit_data.recipes")

FOLDER = Path(__file__).parents[1] / "projects/networks"
RANDOM = np.random.default_rng(0)


@dataclass(frozen=True)
class Network:
    """A network, and how to try it."""

    file: str
    build: Callable[[Any], Any]
    inputs: tuple[Any, ...]
    loss: Callable[[Any, Any, Mapping[str, Any]], Any]
    """From the network's module, its outputs and the framework's functions."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Arrays that only the loss needs."""


def rewritten(file: str, folder: Path) -> str:
    """The text that the command writes for graph mode on CPU, which PyNative mode takes too."""
    command = [sys.executable, "-m", "mindaudit", "rewrite", str(FOLDER / f"{file}.py"), "--recipes", "--no-config"]
    command += ["--target", "2.10", "--mode", "graph", "--backend", "cpu", "--output", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return (folder / f"{file}.py").read_text("utf-8")


def patch_of(file: str) -> str:
    """The hand edits; "" where none are needed."""
    path = FOLDER / f"{file}.patch"
    return path.read_text("utf-8") if path.is_file() else ""


def patched(text: str, patch: str) -> str:
    """The text with each hunk of a unified diff applied where its lines stand. Raises ValueError unless that is exactly one place."""
    for hunk in hunks(patch):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        if text.count(old) != 1:
            raise ValueError(f"{text.count(old)} places fit:\n{old}")
        text = text.replace(old, new)
    return text


def hunks(patch: str) -> list[str]:
    """The parts of a unified diff."""
    return re.split(r"^@@.*\n", patch, flags=re.MULTILINE)[1:]


def hand_edits(patch: str) -> int:
    """The lines that a person adds and removes."""
    return sum(line[:1] in ("+", "-") and line[:3] not in ("+++", "---") for line in patch.splitlines())


def left_standing(text: str) -> int:
    """How many remarks say that a place was left as it is; those that tell of a hazard bear its code."""
    remarks = re.findall(r"^ *# mindaudit: (?!rewritten)(.*(?:\n *#   .*)*)", text, flags=re.MULTILINE)
    return sum(not re.search(r"\(MA\d{3}\)", remark) for remark in remarks)


def loaded(path: Path, name: str) -> Any:
    """The module of a file."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@cache
def original(file: str) -> Any:
    """The torch module."""
    return loaded(FOLDER / f"{file}.py", f"torch_{file}")


def carried_over(theirs: Any, mine: Any) -> dict[str, Any]:
    """Gives the Cell torch's values, all of them, and the Cell's parameter for each of torch's."""
    arrays = {name: value.detach().numpy().copy() for name, value in theirs.state_dict().items()}
    missing, unexpected = mindspore.load_param_into_net(mine, recipes.convert_checkpoint(arrays, mine))
    assert (missing, unexpected) == ([], [])
    by_name = {parameter.name: parameter for parameter in mine.get_parameters()}
    found = {}
    for name, _ in theirs.named_parameters():
        (own,) = recipes.convert_checkpoint({name: arrays[name]}, mine)
        found[name] = by_name[own]
    return found


def leaves(value: Any) -> list[Any]:
    """The tensors in nested tuples, lists and dicts, in order, as arrays."""
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    if value is None:
        return []
    return [value.detach().numpy() if isinstance(value, torch.Tensor) else value.asnumpy()]


def largest_difference(found: Any, wanted: Any) -> float:
    """Of two results of the same structure."""
    pairs = list(zip(leaves(found), leaves(wanted), strict=True))
    assert all(mine.shape == theirs.shape for mine, theirs in pairs)
    return max(float(np.abs(mine.astype("float64") - theirs).max(initial=0)) for mine, theirs in pairs)


def to_torch(values: Any) -> list[Any]:
    """Arrays as torch's tensors."""
    return [torch.from_numpy(value.copy()) for value in values]


def to_mindspore(values: Any) -> list[Any]:
    """Arrays as MindSpore's tensors."""
    return [mindspore.Tensor(value) for value in values]
