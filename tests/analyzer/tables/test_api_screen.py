"""`mindaudit api`: one API on one screen."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from rich.console import Console

from mindaudit import cli
from mindaudit.errors import UsageError
from mindaudit.model import Target
from mindaudit.tables.api_page import page
from mindaudit.tables.api_screen import show

CPU = Target("2.10", "pynative", "cpu")


def screen(name: str, target: Target = CPU) -> str:
    console = Console(width=100, record=True, file=None, quiet=True)
    with console.capture() as capture:
        console.quiet = False
        show(page(name, target), console)
    return capture.get()


def test_a_page_tells_candidates_parameters_evidence_and_history() -> None:
    found = page("torch.abs", CPU)
    assert (found.name, found.kind) == ("torch.abs", "function")
    assert any(candidate.code.startswith("mint.abs(") and not candidate.refused for candidate in found.candidates)
    assert ("input", "input") in found.parameters
    assert found.counterpart == "mindspore.mint.abs"
    versions = dict(found.history)
    assert versions["2.10"].startswith("supported")
    assert any(candidate.evidence.startswith("executed-here") for candidate in found.candidates)


def test_aliases_and_borrowed_rows_are_reported() -> None:
    assert page("torch.nn.modules.conv.Conv2d", CPU).name == "torch.nn.Conv2d"
    assert page("torch.Tensor.abs", CPU).borrowed == "torch.abs"
    assert any(hazard.startswith("MA201") for hazard in page("torch.masked_select", CPU).hazards)


def test_the_screen_shows_it_all() -> None:
    text = screen("torch.Tensor.abs")
    for said in (
        "torch.Tensor.abs (method) against MindSpore 2.10",
        "served by the rows of torch.abs",
        "mint.abs(",
        "Over the versions, on cpu",
    ):
        assert said in text
    assert re.search(r"\d+(\.\d+)? to 2\.10", text)


def test_an_api_without_candidates_says_so() -> None:
    assert "no evidence either way" in screen("torch.AggregationType")


def test_a_refused_candidate_tells_why() -> None:
    found = page("torch.abs", Target("1.7", "graph", "ascend"))
    assert any("1.7" in candidate.refused for candidate in found.candidates)


@pytest.mark.parametrize(("name", "near"), [("torch.absd", "torch.abs"), ("nn.Conv2", "torch.nn.Conv2d"), ("zzzzzzzz", "written in full")])
def test_an_unknown_name_offers_the_nearest(name: str, near: str) -> None:
    with pytest.raises(UsageError, match=re.escape(near)):
        page(name, CPU)


def test_the_command_line() -> None:
    result = CliRunner().invoke(cli.main, ["api", "torch.abs", "--target", "2.10", "--backend", "cpu", "--mode", "pynative"])
    assert result.exit_code == 0
    assert "torch.abs (function) against MindSpore 2.10, pynative mode, cpu" in result.output
    assert cli.run(["api", "torch.absd"]) == 2
