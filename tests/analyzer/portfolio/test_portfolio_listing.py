"""Which repositories are meant, and what they are called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mindaudit.errors import UsageError
from mindaudit.portfolio.listing import listed


def names(*sources: str) -> list[str]:
    return [each.name for each in listed(sources, None)]


def test_names_are_the_last_parts_of_sources() -> None:
    assert names("work/net", "https://host/team/vision.git", "git@host:team/text.git") == ["net", "vision", "text"]
    assert names("down/timm-1.0.1-py3-none-any.whl", "down/kornia-0.8.tar.gz") == ["timm-1.0.1-py3-none-any", "kornia-0.8"]


def test_sources_with_one_last_part_are_told_apart() -> None:
    assert names("a/model", "b/model", "c") == ["a/model", "b/model", "c"]
    assert names("x/a/model", "y/a/model") == ["x/a/model", "y/a/model"]


def test_a_listing_names_everything(tmp_path: Path) -> None:
    file = tmp_path / "repos.toml"
    file.write_text(
        """
        [[repositories]]
        source = "net"
        owner = "vision"
        tags = ["product", "cv"]
        paths = ["src"]
        exclude = ["tests/"]
        target = "2.9"
        mode = "pynative"
        value = 3
        [[repositories]]
        source = "https://host/x.git"
        name = "X"
        revision = "v1.0"
        """
    )
    first, second = listed([], file)
    assert (first.source, first.name, first.owner, first.tags) == (str(tmp_path / "net"), "net", "vision", ("product", "cv"))
    assert (first.paths, first.exclude, first.target, first.mode, first.value) == (("src",), ("tests/",), ("2.9",), "pynative", 3)
    assert (second.source, second.name, second.revision) == ("https://host/x.git", "X", "v1.0")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[[repositories]]\nsource = "a"\nownr = "b"', "unknown key of repositories[0] 'ownr'; did you mean 'owner'?"),
        ("[[repositories]]\nname = 'a'", "repositories[0] needs source"),
        ("[[repositories]]\nsource = 1", "repositories[0].source must be a text, not 1"),
        ("[[repositories]]\nsource = 'a'\nmode = 'x'", "unknown repositories[0].mode 'x'; known: graph, pynative"),
        ("[[repository]]\nsource = 'a'", "unknown key 'repository'; did you mean 'repositories'?"),
        ("x = [", "no valid TOML"),
        ("", "no repositories"),
        ("[[repositories]]\nsource = 'a'\nexclude = ['\\']", "exclude holds a wrong pattern"),
    ],
)
def test_a_wrong_listing_is_explained(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "repos.toml"
    file.write_text(content)
    with pytest.raises(UsageError, match=re.escape(message)):
        listed([], file)


def test_versions_of_one_repository_say_which_they_are(tmp_path: Path) -> None:
    file = tmp_path / "repos.toml"
    lines = "[[repositories]]\nname = 'a'\nsource = 'a{0}'\ndate = '2026-0{0}-01'\n"
    file.write_text(lines.format(1) + lines.format(2))
    assert [each.date for each in listed([], file)] == ["2026-01-01", "2026-02-01"]
    with pytest.raises(UsageError, match="versions of one repository need a date or a revision each"):
        listed(["a", "a"], None)
