"""Arguments of torch calls by the names of parameters: whichever spelling, order and signature a call has."""

from __future__ import annotations

import pytest

from mindaudit.collect import collect
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import SourceFile
from mindaudit.resolve import Project

CALLS = {
    "torch.topk(x, 3)": {"input": ["x"], "k": ["3"]},
    "x.topk(3)": {"input": ["x"], "k": ["3"]},
    "torch.Tensor.topk(x, 3)": {"input": ["x"], "k": ["3"]},
    "x.topk(largest=False, k=3)": {"k": ["3"], "largest": ["False"], "dim": []},
    "torch.sum(x, axis=1)": {"dim": ["1"]},
    "torch.max(x, 1)": {"dim": ["1"], "other": ["1"]},
    "torch.max(x, 1, True)": {"dim": ["1"], "other": []},
    "torch.repeat_interleave(n)": {"repeats": ["n"], "input": []},
    "torch.repeat_interleave(x, n)": {"repeats": ["n"], "input": ["x"]},
    "torch.randint(9, (2,))": {"size": ["(2,)"], "low": []},
    "torch.randint(1, 9, (2,))": {"size": ["(2,)"], "low": ["1"]},
    "x.permute(0, 2, 1)": {"dims": ["0", "2", "1"]},
    "x.permute((0, 2, 1))": {"dims": ["(0, 2, 1)"]},
    "x.view(*sizes, 4)": {"size": ["4"]},
    "torch.autograd.backward(x, n)": {"inputs": [], "grad_tensors": ["n"]},
    "torch.topk(x, 3, quickly=True)": {"k": ["3"]},
}


def only_call(text: str) -> tuple[FileView, Call]:
    source = SourceFile("/code.py", "code.py", f"import torch\n\n\ndef use(x: torch.Tensor, n: torch.Tensor, sizes):\n    return {text}\n")
    view = FileView(Project.resolved([source], [collect(source)]), source.name, source.text)
    (call,) = view.calls
    return view, call


@pytest.mark.parametrize("text", CALLS)
def test_an_argument_is_found_by_the_name_of_its_parameter(text: str) -> None:
    view, call = only_call(text)
    found = {name: [view.text_of(operand) for operand in call.arguments(name)] for name in CALLS[text]}
    assert found == CALLS[text]


def test_arguments_of_several_parameters_come_in_source_order() -> None:
    view, call = only_call("torch.arange(1, step=2, end=9)")
    assert [view.text_of(operand) for operand in call.arguments("start", "end", "step")] == ["1", "2", "9"]
