"""The terminal report says the verdicts, the blockers, the hazards and what they rest on, and obeys no audited text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from samples import finding, hostile, large, older, project

from mindaudit_reports import Options, Renderer

TEXT = "f(x)"


def rendered(audit: object, **options: object) -> str:
    text = Renderer("term").render([audit], Options(**options))  # type: ignore[arg-type, list-item]
    assert isinstance(text, str)
    return text


def test_the_screen() -> None:
    text = rendered(project())
    assert "Readiness: 82 % of 17 sites in scope, in 80 % of 5 files" in text
    assert re.search(r"^supported +10 +56 % +10 +█+$", text, re.MULTILINE)
    assert re.search(r"^torch.igamma +custom-op +1 +1 +2 – 7.5$", text, re.MULTILINE)
    assert re.search(r"^torch.block_diag +composable +1 +1 .* block_diag$", text, re.MULTILINE)
    assert re.search(r"^torch.svd +1 +1 +No evidence either way.$", text, re.MULTILINE)
    assert re.search(r"^MA301 +error +1 +1 +if on tensor data$", text, re.MULTILINE)
    assert "broken.py  MA901  unexpected indent (line 7)" in text
    assert "3 files analyzed, 1 without torch, 1 with a problem" in text
    assert "83 % of all sites rest on an execution against torch" in text


def test_the_folder_one_stands_in_is_named() -> None:
    here = replace(project(), root=".")
    assert rendered(replace(here, folder="/tmp/net")).startswith("net → MindSpore 2.10")
    assert rendered(here).startswith(". → MindSpore 2.10")


def test_chinese() -> None:
    text = rendered(project(), lang="zh")
    assert "就绪度" in text
    assert "自定义算子" in text
    assert "Verdict" not in text


def test_no_escape_sequence_without_colour() -> None:
    assert "\x1b" not in rendered(project())
    assert "\x1b[31m" in rendered(project(), color=True)


@pytest.mark.parametrize("recipe", [None, "recipe_of"])
@pytest.mark.parametrize("length", range(20, 40))
def test_a_word_is_never_broken(length: int, recipe: str | None) -> None:
    name = f"torch.nn.{'N' * (length - 9)}"  # a part of a name has room for 30 characters
    file = replace(project().files[0], findings=(finding(TEXT, TEXT, name, verdict="composable", recipe=recipe),), hazards=(), text=TEXT)
    text = rendered(replace(project(), files=(file,)), width=80)
    assert re.search(r"\bN+\b", text.partition("Top blockers")[2])[0] == name.rpartition(".")[2]  # type: ignore[index]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_fits_the_width(width: int) -> None:
    assert max(map(len, rendered(large(300), width=width).splitlines())) <= width


def test_escapes_of_audited_text_are_spelled_out() -> None:
    text = rendered(hostile(), color=True)
    assert "\\x1b[31mred\\x1b]0;title\\x07" in text
    assert not re.search(r"[\x00\x07\u202e\u2066\u200f]|\x1b(?!\[[\d;]*m)", text)


def test_long_lists_are_cut_and_say_so() -> None:
    assert "and 1 more" in rendered(hostile())


def test_nothing_found() -> None:
    audit = project()
    text = rendered(type(audit)("", audit.target, audit.files[1:2], "0", "0"))
    assert "no site in scope" in text
    assert "Top blockers" not in text


def test_targets_are_compared() -> None:
    text = str(Renderer("term").render([older(), project()]))
    assert re.search(r"^MindSpore 2.4, graph mode, Ascend +71 %$", text, re.MULTILINE)
    assert re.search(r"^torch.nn.functional.relu +custom-op +supported +1$", text, re.MULTILINE)
    same = str(Renderer("term").render([project(), project()]))
    assert "become supported" not in same
