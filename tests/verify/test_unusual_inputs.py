"""What a row promises for CPU holds of NaN, whole numbers and mixed dtypes too, or the row states the difference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("mindspore")

import mindaudit_data
from mindaudit.classify.judge import classify
from mindaudit.model import Finding, Target
from mindaudit.verify import mindspore_side, torch_side
from mindaudit.verify.calls import Call
from mindaudit.verify.usages import usages_of

pytestmark = pytest.mark.verify
CALLS = [line for line in (Path(__file__).parent / "unusual_calls.txt").read_text().splitlines() if line and line[0] != "#"]
DTYPES = dict(zip("fdhijubpn", ["float32", "float64", "float16", "int64", "int32", "uint8", "bool", "float32", "float32"], strict=True))
WHOLE = "ijub"
EVERYWHERE = (0, 1, -1)
"""Where an input that holds NaN has it: what a comparison makes of NaN depends on its place."""


def array(kind: str, shape: tuple[int, ...], place: int, generator: Any) -> Any:
    """An input of a kind; several kinds of one shape hold different numbers."""
    made = generator.integers(0, 3, shape) if kind in WHOLE else generator.standard_normal(shape)
    made = np.array(abs(made) + 0.1 if kind == "p" else made).astype(DTYPES[kind])
    if kind == "n":
        made.reshape(-1)[place] = np.nan
    return made


def torch_call(line: str, place: int) -> Call:
    """What torch makes of a listed call."""
    marked, _, shapes = line.partition(" | ")
    text, ticks = marked.replace("`", ""), [i for i, character in enumerate(marked) if character == "`"]
    generator = np.random.default_rng(0)
    kinds = [part.split() for part in shapes.split(";")]
    inputs = {f"x{n}": array(kind, tuple(map(int, sizes)), place, generator) for n, (kind, *sizes) in enumerate(kinds)}
    call = torch_side.run("", text, inputs)
    result = replace(call.result, gradients={})  # at NaN they are nobody's concern
    return replace(call, result=result, subject=(ticks[0], ticks[1] - 1) if ticks else None)


def judged(call: Call) -> Finding:
    """The row's answer for CPU."""
    return classify(usages_of(call), call.text, Target("2.10", "pynative", "cpu"), mindaudit_data.load())[-1]


def has_nan(line: str) -> bool:
    """Whether an input of a listed call holds NaN."""
    return any(part.split()[0] == "n" for part in line.partition(" | ")[2].split(";"))


@pytest.mark.parametrize("line", CALLS)
def test_what_does_not_hold_is_stated(line: str) -> None:
    scope = mindspore_side.prepare()
    for place in EVERYWHERE if has_nan(line) else EVERYWHERE[:1]:
        call = torch_call(line, place)
        finding = judged(call)
        assert finding.substitution is not None, finding.reason
        outcome = mindspore_side.run(call, call.with_subject(finding.substitution), scope)
        about = "dtype" if outcome.state == "dtype" or not has_nan(line) else "NaN"
        stated = any(about in difference for difference in finding.differences)
        assert outcome.state == "equal" or stated, f"{finding.substitution}: {outcome.state} {outcome.detail}"
