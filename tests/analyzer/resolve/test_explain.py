"""`--explain-resolution` tells how a name came about."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit.cli import run

PROGRAMS = Path(__file__).parents[2] / "projects" / "resolve"


def explained(place: str, capsys: pytest.CaptureFixture[str]) -> str:
    run(["scan", str(PROGRAMS), "--explain-resolution", place])
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_a_class_that_arrives_as_an_argument_is_followed_to_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    text = explained("arguments.py:16", capsys)
    assert "is torch.nn.BatchNorm2d or torch.nn.GroupNorm, likely" in text
    assert "parameter norm_layer of Stage.__init__" in text
    assert "calls in the project pass" in text


@pytest.mark.parametrize("place", ["modules.py:25", "loops.py:9", "dispatch.py:20", "unpacking.py:14", "classes.py:10", "negative.py:15"])
def test_each_call_on_the_line_is_explained(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "  is " in explained(place, capsys)


def test_a_line_without_calls_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained("arguments.py:1", capsys) == "no call ends on line 1 of arguments.py\n"


def test_a_place_that_is_not_audited_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "is no place in an audited file" in explained("elsewhere.py:3", capsys)
