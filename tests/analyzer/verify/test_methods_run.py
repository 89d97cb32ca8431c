"""What running calls of methods gives is summed up by form: as they are written against what would be written instead."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mindaudit.verify import methods
from mindaudit.verify.calls import Call, Result
from mindaudit.verify.evidence import Job
from mindaudit.verify.mindspore_side import Outcome

FORM = methods.Form("torch.Tensor.sum", "float", "int", "2.10", "pynative", "cpu")
CALL = Call("sum", "x0.sum(1)", {"x0": np.ones((2, 3), "float32")}, Result((np.ones(2),), "*"))


def job(number: int, own: bool) -> tuple[methods.Form, Job]:
    return FORM, Job(CALL, number, FORM.method, 0 if own else 1, "", False)


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("equal", "equal", (1, 1)),
        ("equal", "differs", (1, 1)),
        ("differs", "equal", (1, 0)),
        ("no-gradient", "equal", (1, 0)),
        ("no-gradient", "no-gradient", (1, 1)),
        ("differs", "differs", (0, 0)),
    ],
)
def test_a_call_counts_where_it_is_no_worse_as_it_is(own: str, other: str, expected: tuple[int, int]) -> None:
    assert methods.sum_up([job(0, True), job(0, False)], [Outcome(own), Outcome(other)]) == {FORM: expected}


def test_a_partial_run_keeps_what_other_methods_gave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods.mindaudit_data, "__file__", str(tmp_path / "__init__.py"))
    methods.keep({FORM: (2, 2)}, partial=False)
    other = methods.Form("torch.Tensor.abs", "int", "", "2.10", "pynative", "cpu")
    methods.keep({other: (3, 1)}, partial=True)
    assert (tmp_path / methods.FILE).read_text().splitlines() == [
        methods.HEADER,
        'torch.Tensor.abs,int,"",2.10,pynative,cpu,3,1',
        'torch.Tensor.sum,float,"int",2.10,pynative,cpu,2,2',
    ]
    methods.keep({other: (4, 4)}, partial=False)
    assert "torch.Tensor.sum" not in (tmp_path / methods.FILE).read_text()
