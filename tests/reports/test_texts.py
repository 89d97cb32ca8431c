"""Both languages say everything, with the same blanks to fill."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mindaudit_reports
from mindaudit.config.codes import families
from mindaudit_reports import Rule
from mindaudit_reports.views.texts import code_title, say, text, texts


@pytest.mark.parametrize("key", texts())
def test_every_text_is_there_in_both_languages(key: str) -> None:
    one = texts()[key]
    assert one.en.strip()
    assert one.zh.strip()
    assert sorted(re.findall(r"\{\w+\}", one.en)) == sorted(re.findall(r"\{\w+\}", one.zh))


def test_filling() -> None:
    assert say("more", "en", count=3) == "and 3 more"
    assert say("more", "zh", count=3) == "另有 3 项"
    with pytest.raises(KeyError):
        text("no such text")


def test_a_code_is_titled_by_what_is_known() -> None:
    assert code_title("MA203", {}).zh == "布尔掩码索引"
    assert code_title("MA499", {"MA499": Rule("MA499", "lambda")}).zh == "lambda"
    assert code_title("MA499", {}, "No lambda here.").en == "No lambda here."
    assert code_title("MA499", {}).en == "MA499"


@pytest.mark.parametrize("family", families())
def test_a_family_of_codes_has_a_title(family: str) -> None:
    assert f"codes.{family[:3]}" in texts(), f"add codes.{family[:3]} to texts.csv"


PACKAGE = Path(mindaudit_reports.__file__).parent
SOURCES = "".join(file.read_text("utf-8") for file in PACKAGE.rglob("*") if file.suffix in {".py", ".html", ".js"})


@pytest.mark.parametrize("key", texts())
def test_no_text_is_idle(key: str) -> None:
    family, _, _ = key.partition(".")
    assert f'"{key}"' in SOURCES or f"'{key}'" in SOURCES or f'"{family}.' in SOURCES or f"'{family}." in SOURCES
