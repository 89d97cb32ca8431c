"""MA430: members of an enumeration as keys of dicts that a network looks up."""

from __future__ import annotations

import pytest
from hazard_helpers import audit_all, placed

from mindaudit.model import Target

GRAPH = Target("2.10", "graph", "cpu")
KINDS = """
import enum
from enum import Enum, IntEnum
import torch


class Kind({base}):
    RELU = 1
    TANH = 2


def double(x):
    return x * 2


TABLE = {{Kind.RELU: {first}, Kind.TANH: {second}}}
"""
NETWORK = """
import torch
from torch import nn
{import_}


class Net(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.function = {table}[kind]

    def forward(self, x):
        return {table}[self.kind](x)
"""
ASKED = """
from torch import nn
from kinds import TABLE


class Net(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.known = kind in TABLE

    def forward(self, x):
        if {test}:
            x = x + 1
        return x
"""


def lines(base: str, import_: str, table: str, values: tuple[str, str] = ("torch.relu", "double")) -> list[int]:
    texts = {"kinds.py": KINDS.format(base=base, first=values[0], second=values[1]), "net.py": NETWORK.format(import_=import_, table=table)}
    return [line for line, code in placed(texts["net.py"], audit_all(texts, GRAPH)["net.py"].found) if code == "MA430"]


@pytest.mark.parametrize("base", ["Enum", "enum.Enum"])
@pytest.mark.parametrize(("import_", "table"), [("from kinds import TABLE", "TABLE"), ("from kinds import TABLE as T", "T")])
def test_members_are_no_keys_for_a_graph_wherever_the_dict_is(base: str, import_: str, table: str) -> None:
    assert lines(base, import_, table) == [14]


@pytest.mark.parametrize("base", ["IntEnum", "int, Enum", "enum.StrEnum", "str, Enum", "object"])
def test_members_that_are_texts_or_numbers_are(base: str) -> None:
    assert lines(base, "from kinds import TABLE", "TABLE") == []


def test_other_keys_of_a_global_dict_are_fine() -> None:
    assert lines("Enum", "TABLE = {torch.float32: torch.relu, None: torch.tanh}", "TABLE") == []


@pytest.mark.parametrize("values", [("1.0", "2.0"), ("(1, 2)", "None"), ("double", "1.0")])
def test_a_global_dict_of_numbers_stays_python_s(values: tuple[str, str]) -> None:
    assert lines("Enum", "from kinds import TABLE", "TABLE", values) == []


def test_layers_are_held_as_functions_are() -> None:
    assert lines("Enum", "from kinds import TABLE", "TABLE", ("torch.nn.ReLU()", "torch.nn.Tanh()")) == [14]


@pytest.mark.parametrize(
    ("test", "values", "told"),
    [
        ("TABLE.get(self.kind)", ("torch.relu", "double"), True),
        ("TABLE.get(self.kind)", ("1.0", "2.0"), True),
        ("self.kind in TABLE", ("torch.relu", "double"), True),
        ("self.kind not in TABLE", ("torch.relu", "double"), True),
        ("self.kind in TABLE", ("1.0", "2.0"), False),
        ("self.kind == TABLE", ("torch.relu", "double"), False),
    ],
)
def test_questions_to_a_dict_of_members(test: str, values: tuple[str, str], told: bool) -> None:
    texts = {"kinds.py": KINDS.format(base="Enum", first=values[0], second=values[1]), "net.py": ASKED.format(test=test)}
    found = [line for line, code in placed(texts["net.py"], audit_all(texts, GRAPH)["net.py"].found) if code == "MA430"]
    assert found == ([13] if told else [])
