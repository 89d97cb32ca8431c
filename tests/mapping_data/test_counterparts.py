"""What stands under torch's names, read off the packaged sources."""

from __future__ import annotations

import ast

import pytest

from mindaudit_data import counterparts
from mindaudit_data.load import load


def test_every_name_has_a_definition_or_none() -> None:
    """Packages import their own modules: that must not lead in circles."""
    owners = ("torch", "torch.nn", "torch.nn.functional", "torch.jit", "torch.utils", "torch.linalg", "torch.distributions")
    found = {f"{owner}.{name}": counterparts.definition(f"{owner}.{name}") for owner in owners for name in _names(owner)}
    assert found["torch.logical_and"] == "mindspore.mint.logical_and"
    assert isinstance(found["torch.jit.script"], ast.FunctionDef)
    assert isinstance(found["torch.nn.Linear"], ast.ClassDef)
    assert found["torch.jit"] is None


def _names(owner: str) -> frozenset[str]:
    return counterparts.names_in(counterparts.module_for(owner) or "")


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("torch.jit.Future.then", True),
        ("torch.jit.Future.wait", False),
        ("torch.jit.Future.__class__", False),
        ("torch.nn.Linear.nothing", False),  # it has bases
        ("torch.no_such.name", False),
    ],
)
def test_what_a_class_surely_lacks(name: str, lacks: bool) -> None:
    assert counterparts.lacks(name) is lacks


@pytest.mark.parametrize("name", sorted(each for each in _names("torchvision.ops") if not each.startswith("_")))
def test_operators_take_the_arguments_of_those_that_they_stand_for(name: str) -> None:
    (row,) = (each for each in load().mappings(f"torchvision.ops.{name}") if each.id.endswith(":recipe"))
    theirs = ast.parse(f"def f({row.overload}): ...").body[0]
    assert isinstance(theirs, ast.FunctionDef)
    assert [each.name for each in counterparts.parameters(f"torchvision.ops.{name}") or ()] == [each.arg for each in theirs.args.args]


@pytest.mark.parametrize("name", ["mindaudit_data.recipes.torchvision.ops", "pack.mindspore_recipes.safetensors.torch"])
def test_recipes_are_no_library_over_torch(name: str) -> None:
    assert counterparts.module_for(name) is None
