"""What MindSpore names alike and what is something else there: judged in whole programs by how it is used."""

from __future__ import annotations

from textwrap import dedent

import mindaudit_data
from mindaudit.classify import classify
from mindaudit.collect import collect
from mindaudit.model import Finding, SourceFile, Target
from mindaudit.resolve import Project

TARGET = Target("2.10", "graph", "cpu")


def findings(text: str) -> dict[str, Finding]:
    """The findings of a program by what is written."""
    text = dedent(text)
    source = SourceFile("/project/code.py", "code.py", text)
    project = Project.resolved([source], [collect(source)], mindaudit_data.torch_catalog())
    found = classify(list(project.usages("code.py")), text, TARGET, mindaudit_data.load())
    return {text[slice(*each.usage.span)]: each for each in found}


def test_a_device_of_which_something_is_read_is_an_object() -> None:
    found = findings("""
        import torch

        def f(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
            d = x.device
            return d.type, y.device.index, z.device
    """)
    assert [(found[text].verdict, found[text].substitution) for text in ("x.device", "y.device", "z.device")] == [
        ("composable", "device_of(x)"),
        ("composable", "device_of(y)"),
        ("equivalent", "z.device"),
    ]
    assert found["z.device"].differences == ("a text instead of a device object",)
