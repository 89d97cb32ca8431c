"""What a class of the project defines anew is not its base's any more."""

from __future__ import annotations

import mindaudit_data
from mindaudit.classify import classify
from mindaudit.collect import collect
from mindaudit.model import Finding, SourceFile, Target
from mindaudit.resolve import Project

TEXT = """
from torch import nn


class Own(nn.Conv2d):
    def reset_parameters(self):
        super().reset_parameters()


layer = nn.Linear(2, 3)
layer.reset_parameters()
"""


def findings() -> dict[str, Finding]:
    """What is found, by its text."""
    source = SourceFile("/code.py", "code.py", TEXT)
    project = Project.resolved([source], [collect(source)])
    found = classify(list(project.usages("code.py")), TEXT, Target("2.10", "pynative", "cpu"), mindaudit_data.load())
    return {TEXT[slice(*each.usage.span)]: each for each in found}


def test_a_recipe_resets_a_layer() -> None:
    found = findings()["layer.reset_parameters()"]
    assert (found.verdict, found.substitution) == ("composable", "redraw_parameters(layer)")


def test_a_recipe_that_would_call_the_method_that_calls_it_is_not_offered() -> None:
    found = findings()["super().reset_parameters()"]
    assert (found.verdict, found.substitution) == ("unknown", None)
    assert "a subclass could call" in found.reason
