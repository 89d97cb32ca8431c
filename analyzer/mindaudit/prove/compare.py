"""Both sides' arrays beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

PARTS = ("modules", "outputs", "gradients", "losses")
TOLERANCE = 1e-3
"""What a relative difference may be; single precision and another order of sums stay far below."""
_SMALLEST = 1e-3
"""Values whose largest is smaller are held against this."""
_ROUNDING = 1e-6
"""So small a part of a network's largest gradient is rounding: a bias before a normalisation has no gradient but that."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far one array of MindSpore's is from torch's, relative to torch's largest value."""

    name: str
    error: float
    """Infinite if one side lacks it, or shapes differ."""
    note: str = ""

    @property
    def differs(self) -> bool:
        """Whether it is more than rounding."""
        return not self.error <= TOLERANCE


_TWINS = {"weight": ("gamma", "embedding_table"), "bias": ("beta",)}
"""What MindSpore's own layers call a weight or bias."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What one model gave in both frameworks."""

    model: str
    differences: Mapping[str, tuple[Difference, ...]]
    """By part: modules in the order in which torch finishes them, outputs, gradients, losses."""
    problem: str = ""
    """Why there is nothing to compare; "" if there is."""
    trace: str = ""
    """What the failing side wrote to its standard error."""

    @property
    def first_module(self) -> Difference | None:
        """The first module that differs, the innermost where several do; None if all agree."""
        return next((each for each in self.differences.get("modules", ()) if each.differs), None)

    @property
    def holds(self) -> bool:
        """Whether outputs, gradients and losses agree."""
        parts = [each for part, found in self.differences.items() if part != "modules" for each in found]
        return not self.problem and bool(parts) and not any(each.differs for each in parts)


def compare(model: str, folder: Path) -> Proof:
    """What both workers wrote into a folder."""
    found: dict[str, tuple[Difference, ...]] = {}
    for part in PARTS:
        wanted = _arrays(folder, "torch", part)
        smallest = _ROUNDING * max(map(_largest, wanted.values()), default=0.0) if part == "gradients" else _SMALLEST
        ours = _arrays(folder, "mindspore", part)
        if part == "gradients":
            ours |= {there: _of_shape(ours[there], wanted[name]) for name in wanted if (there := _there(name, ours)) in ours}
        found[part] = tuple(_differences(wanted, ours, smallest))
    return Proof(model, found)


def _arrays(folder: Path, side: str, part: str) -> dict[str, Any]:
    with np.load(folder / f"{side}_{part}.npz") as file:
        content = {name: file[name] for name in file.files}
    return {name.partition(" ")[2] or "(whole)": value for name, value in content.items()} if part == "modules" else content


def _differences(wanted: Mapping[str, Any], found: Mapping[str, Any], smallest: float) -> list[Difference]:
    return [_difference(name, value, found.get(_there(name, found)), smallest) for name, value in wanted.items()]


def _largest(array: Any) -> float:
    """Its largest value that is a number."""
    values = array.astype("float64")
    return float(np.abs(values[np.isfinite(values)]).max(initial=0))


def _there(name: str, found: Mapping[str, Any]) -> str:
    """The name under which MindSpore's own layers keep a weight or bias."""
    owner, dot, last = name.rpartition(".")
    names = (name, *(owner + dot + twin for twin in _TWINS.get(last, ())))
    return next((each for each in names if each in found), name)


def _of_shape(found: Any, wanted: Any) -> Any:
    """A gradient with torch's axes: MindSpore's own layers for rows have one of length one more."""
    fits = [length for length in found.shape if length != 1] == [length for length in wanted.shape if length != 1]
    return found.reshape(wanted.shape) if fits else found


def _difference(name: str, wanted: Any, found: Any, smallest: float) -> Difference:
    if found is None:
        return Difference(name, float("inf"), "MindSpore has none")
    if wanted.shape != found.shape:
        return Difference(name, float("inf"), f"shape {found.shape} for {wanted.shape}")
    wanted, found = wanted.astype("float64"), found.astype("float64")
    same = (wanted == found) | (np.isnan(wanted) & np.isnan(found))
    scale = max(smallest, _largest(wanted))
    distance = float(np.abs(np.where(same, 0, wanted) - np.where(same, 0, found)).max(initial=0))
    return Difference(name, distance / scale if scale else float(bool(distance)))
