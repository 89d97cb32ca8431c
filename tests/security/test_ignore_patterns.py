"""Patterns of an audited project's .gitignore: quick whoever wrote them, and still those of git."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from mindaudit.config.path_patterns import lenient, strict
from mindaudit.sources.discover import discover

SLOW = [
    "*a" * 12 + "b",
    "a*" * 30 + "b",
    "[a-z]*" * 12 + "b",
    "*?" * 12 + "b",
    "*\\a" * 12 + "b",
    "*[!b]" * 12 + "b",
    "**/a" * 4 + "/b",
    "a/**/" * 30 + "b",
    "**/a*a/" * 30 + "b",
    "a/**/" * 2_000 + "b",
    "***" * 20 + "b",
]


@pytest.mark.parametrize("line", SLOW)
@pytest.mark.parametrize("name", ["a" * 250 + ".py", "a/" * 120 + "a.py", "aa/" * 50 + "a" * 100])
def test_no_pattern_keeps_it_busy(line: str, name: str) -> None:
    begun = time.process_time()
    lenient([line]).check_file(name)
    assert time.process_time() - begun < 5


@given(
    st.lists(st.sampled_from(["*", "**", "?", "a", "b", "[ab]", "[!a]", "[^b]", "[]a]", "[a-]", "\\*", "/", "."]), min_size=1, max_size=9),
    st.text("ab/.*", min_size=1, max_size=12),
)
def test_they_mean_what_they_mean_to_pathspec(line: list[str], name: str) -> None:
    text = "".join(line)
    try:
        expected = GitIgnoreSpec.from_lines([text]).check_file(name).include
    except (ValueError, re.error):
        return
    # to pathspec a class of others may stand for a slash, to git never
    if not ("/" in name and re.search(r"\[[!^]", text)):
        assert lenient([text]).check_file(name).include == strict([text]).check_file(name).include == expected


@given(
    st.lists(st.sampled_from(["**", "a", "b", "a*", "*b", "?", "a/b"]), min_size=3, max_size=9), st.lists(st.sampled_from("ab"), max_size=9)
)
def test_many_folders_mean_what_they_mean_to_pathspec(parts: list[str], folders: list[str]) -> None:
    text, name = "/".join(parts), "/".join([*folders, "ab"])
    assert lenient([text]).check_file(name).include == GitIgnoreSpec.from_lines([text]).check_file(name).include


def test_a_project_with_such_a_file_is_audited(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("\n".join([*SLOW, "*c*c*.py"]))
    for name in ("a" * 200 + ".py", "cdc.py", "good.py"):
        (tmp_path / name).write_text("x = 1\n")
    begun = time.process_time()
    assert [file.name for file in discover([tmp_path]).files] == ["a" * 200 + ".py", "good.py"]
    assert time.process_time() - begun < 5
