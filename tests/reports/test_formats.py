"""Formats are found by listing the package, load late, and keep to what they promise together."""

from __future__ import annotations

import subprocess
import sys

import pytest
from samples import hostile, older, project

from mindaudit_reports import BINARY, Format, Options, Rule, formats


def test_every_format_is_found() -> None:
    assert sorted(formats()) == ["csv", "github", "html", "json", "markdown", "sarif", "term", "xlsx"]
    assert [name for name, one in formats().items() if one.binary] == ["xlsx"]


def test_listing_loads_nothing_heavy() -> None:
    listing = (
        "import sys, mindaudit_reports as m; m.formats(); print(sorted({'pandas', 'jinja2', 'rich', 'xlsxwriter'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", formats())
def test_text_can_be_encoded(name: str) -> None:
    audit = project()
    odd = type(audit)("caf\udce9", audit.target, audit.files, "0", "0")
    content = Format(name).render([odd])
    assert name in BINARY or (content if isinstance(content, bytes) else content.encode("utf-8")).decode("utf-8")


@pytest.mark.parametrize("name", formats())
def test_the_same_audit_gives_the_same_content(name: str) -> None:
    assert Format(name).render([hostile()]) == Format(name).render([hostile()])


@pytest.mark.parametrize("name", formats())
def test_further_targets_of_an_audit_are_reports_too(name: str) -> None:
    first, second = older(), project()
    both = type(first)(first.root, first.target, first.files, first.tool_version, first.data_version, others=(second,))
    assert Format(name).render([both]) == Format(name).render([first, second])


@pytest.mark.parametrize("name", sorted(set(formats()) - {"xlsx"}))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_source_means_none(name: str, lang: str) -> None:
    text = Format(name).render([project()], Options(no_source=True, lang=lang, rules={"MA203": Rule("MA203", "Mask")}))  # type: ignore[arg-type]
    text = text.decode() if isinstance(text, bytes) else text
    assert "padding=1" not in text
    assert "mask > 0" not in text
