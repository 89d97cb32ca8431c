"""What stands under torch's names, read off the packaged sources."""

from __future__ import annotations

import ast

import pytest

from mindaudit_data import counterparts


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
