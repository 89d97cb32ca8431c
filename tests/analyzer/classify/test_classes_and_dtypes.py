"""What is no method of tensors is not judged like one, and a dtype is not called."""

from __future__ import annotations

import pytest

import mindaudit_data
from mindaudit.classify.judge import classify
from mindaudit.model import Target, Usage

TARGET = Target("2.10", "pynative", "cpu")


@pytest.mark.parametrize("name", ["torch.dtype", "torch.device"])
def test_a_class_is_not_the_attribute_of_that_name(name: str) -> None:
    usage = Usage((0, len(name)), "annotation", name, "certain")
    (finding,) = classify([usage], name, TARGET, mindaudit_data.load())
    assert "Tensor." not in (finding.substitution or "")


def test_a_dtype_is_written_and_not_called() -> None:
    text = "torch.get_default_dtype()"
    usage = Usage((0, len(text)), "call", text[:-2], "certain", callee=(0, len(text) - 2))
    (finding,) = classify([usage], text, TARGET, mindaudit_data.load())
    assert finding.substitution == "mindspore.float32"
