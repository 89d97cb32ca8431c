"""Branches on numbers: those that are read from data and those that are not."""

from __future__ import annotations

import pytest
from hazard_helpers import audit, codes

NUMBERS = {
    "count(n)": True,
    "Counter().count(n)": True,
    "largest(int(n.max()), 2)": True,
    "max(int(n.max()), 2) + 1": True,
    "[int(v) for v in n][0]": True,
    "n.tolist()[0]": True,
    "int(n.max()) if self.training else 3": True,
    "math.ceil(n.sum())": True,
    "-round(float(n.sum()))": True,
    "int(n.shape[0])": False,
    "largest(x.shape[0], 2)": False,
    "self.width * len(x)": False,
}


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_read_from_data_decide_branches(number: str) -> None:
    text = f"""
import math

import torch
from torch import Tensor, nn


def count(values: Tensor) -> int:
    total = 0
    for value in values:
        total += int(value)
    return total


def largest(a: int, b: int) -> int:
    return a if a > b else b


class Counter:
    def count(self, values: Tensor) -> int:
        return int(values.sum())


class Net(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.width = width

    def forward(self, x: Tensor, n: Tensor):
        k = {number}
        if k > 2:
            return x * 2
        return x
"""
    assert ("MA301" in codes(text)) == NUMBERS[number]


def test_in_host_code_a_number_is_a_number() -> None:
    text = """
import torch


def report(losses: torch.Tensor, logger):
    total = losses.sum().item()
    if total > 100:
        print(losses.tolist())
    for i in range(int(total)):
        logger(i)
"""
    found = audit(text).found
    assert [(hazard.code, hazard.severity) for hazard in found] == [("MA305", "note")]


def test_methods_of_a_network_that_no_forward_reaches_are_fine_places_to_export() -> None:
    text = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blades = nn.Parameter(torch.zeros(4))

    def get_config(self):
        return {"blades": self.blades.numpy(), "count": self.blades.tolist()}

    def counted(self, x):
        return x * self.blades.tolist()[0]

    def forward(self, x):
        return self.counted(x)
"""
    assert [(hazard.code, text.count("\n", 0, hazard.span[0]) + 1) for hazard in audit(text).found] == [("MA305", 15)]


def test_what_may_be_a_number_makes_no_likely_branch_on_data_when_kept_in_an_attribute() -> None:
    text = """
import torch
from torch import nn


def default(*values):
    return next(value for value in values if value is not None)


class Net(nn.Module):
    def __init__(self, memory=None, weight=None):
        super().__init__()
        self.weight = default(weight, torch.ones(3))
        memory = default(memory, 0)
        self.has_memory = memory > 0
        self.has_weight = self.weight.sum() > 0

    def forward(self, x):
        if self.has_memory:
            x = x + 1
        if self.has_weight:
            x = x + 2
        return x
"""
    found = {text[slice(*hazard.span)]: hazard.certainty for hazard in audit(text).found if hazard.code == "MA301"}
    assert found.get("self.has_memory", "possible") == "possible"
    assert found["self.has_weight"] == "likely"
