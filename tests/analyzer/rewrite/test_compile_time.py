"""What depends on sizes and settings alone, and a graph refuses, is computed while the graph is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(cache=False, targets=(Target(mode="graph", backend="cpu"),))
EAGER = Config(cache=False, targets=(Target(mode="pynative", backend="cpu"),))
REFUSED = "try:\n            size = int(n)\n        except TypeError:\n            size = 1\n"


def network(parameters: str, body: str, call: str, decorators: str = "") -> str:
    """A network with a method that graphs refuse, and a forward that calls it."""
    return f"""
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, modules, given):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.fc = nn.Linear(4, 4)
        self.register_buffer("freq", torch.ones(4))
        self.seen = {{}}

{decorators}    def table({parameters}):
        {REFUSED}        {body}

    def forward(self, x, y):
        n = x.shape[0]
        return x + {call}
"""


@pytest.mark.parametrize(
    ("parameters", "body", "call", "decorator"),
    [
        ("self, n", "return torch.ones(size)", "self.table(n)", "@at_compile_time()"),
        ("self, n, device", "return torch.ones(size, device=device) * self.freq", "self.table(n, x.device)", "@at_compile_time()"),
        ("self, n, x", "return torch.ones(size, dtype=x.dtype)", "self.table(n, x)", '@at_compile_time("x")'),
        ("self, n, x", "return torch.zeros_like(x) if x is not None else None", "self.table(n, x)", '@at_compile_time("x")'),
        ("self, n", "self.seen[n] = torch.arange(size)\n        return self.seen[n]", "self.table(n)", "@at_compile_time()"),
        ("self, n, x", "return x + size", "self.table(n, x)", None),
        ("self, n, x", "return x", "self.table(n, x)", None),
        ("self, n", "return torch.ones(size) * self.scale", "self.table(n)", None),
        ("self, n", "return self.fc(torch.ones(size))", "self.table(n)", None),
        ("self, n", "return torch.rand(size)", "self.table(n)", None),
        ("self, n, f", "return f(torch.ones(size))", "self.table(n, self.fc)", None),
        ("self, n", "self.last = size\n        return torch.ones(size)", "self.table(n) + self.last", None),
    ],
)
def test_which_functions_are_computed_while_compiling(parameters: str, body: str, call: str, decorator: str | None, tmp_path: Path) -> None:
    new = rewritten(tmp_path, network(parameters, body, call), Choice(recipes=True), GRAPH).new
    if decorator:
        assert f"    {decorator}\n    def table({parameters}):\n" in new
        assert "(MA401)" not in new
    else:
        assert "@at_compile_time" not in new
        assert "(MA401)" in new


def test_the_first_parameter_of_a_static_method_is_no_receiver(tmp_path: Path) -> None:
    text = network("x, n", "return x + size", "self.table(x, n)", "    @staticmethod\n")
    assert "at_compile_time" not in rewritten(tmp_path, text, Choice(recipes=True), GRAPH).new


def test_it_stands_below_other_decorators(tmp_path: Path) -> None:
    text = network("n", "return torch.ones(size)", "self.table(n)", "    @staticmethod\n")
    assert "    @staticmethod\n    @at_compile_time()\n    def table(n):\n" in rewritten(tmp_path, text, Choice(recipes=True), GRAPH).new


def test_functions_that_only_such_a_function_calls_are_no_part_of_the_graph(tmp_path: Path) -> None:
    made = "\n\ndef made(n):\n    try:\n        return torch.ones(n)\n    finally:\n        pass\n"
    new = rewritten(tmp_path, network("self, n", "return made(size)", "self.table(n)") + made, Choice(recipes=True), GRAPH).new
    assert "(MA401)" not in new


def test_in_pynative_mode_python_runs_it_anyway(tmp_path: Path) -> None:
    text = network("self, n", "return torch.ones(size)", "self.table(n)")
    assert "at_compile_time" not in rewritten(tmp_path, text, Choice(recipes=True), EAGER).new


def test_a_function_that_returns_its_own_is_compiled(tmp_path: Path) -> None:
    text = """import torch
from torch import nn


def in_chunks(fn, chunks=1):
    def inner(*args):
        parts = list(zip(*map(lambda x: x.chunk(chunks), args)))
        return torch.cat([fn(*each) for each in map(lambda x: x[:chunks], parts)])

    return inner


class Net(nn.Module):
    def forward(self, x, y):
        return in_chunks(torch.add, 2)(x, y)
"""
    new = rewritten(tmp_path, text, Choice(recipes=True), GRAPH).new
    assert "@at_compile_time" not in new
    assert "[x[:chunks] for x in parts]" in new
