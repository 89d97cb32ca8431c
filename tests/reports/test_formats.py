"""Formats are found by listing the package, load late, and keep to what they promise together."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from samples import hostile, older, project

import mindaudit_reports
from mindaudit_reports import Format, Options, Renderer, Rule, formats


def test_every_format_is_found() -> None:
    folder = Path(mindaudit_reports.__file__).parent
    assert sorted(formats()) == sorted(file.stem for file in folder.glob("[!_]*.py"))
    assert formats().keys() >= {"html", "json", "term"}
    assert formats()["xlsx"].binary


@pytest.mark.parametrize("name", formats())
def test_every_format_is_one(name: str) -> None:
    """So that mypy holds its methods against those of the protocol."""
    assert Format in type(import_module(f"mindaudit_reports.{name}").FORMAT).mro()


def test_listing_loads_nothing_heavy() -> None:
    listing = (
        "import sys, mindaudit_reports as m; m.formats(); print(sorted({'pandas', 'jinja2', 'rich', 'xlsxwriter'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", formats())
def test_text_can_be_encoded(name: str) -> None:
    audit = project()
    odd = type(audit)("caf\udce9", audit.target, audit.files, "0", "0")
    content = Renderer(name).render([odd])
    assert Renderer(name).binary or (content if isinstance(content, bytes) else content.encode("utf-8")).decode("utf-8")


@pytest.mark.parametrize("name", formats())
def test_the_same_audit_gives_the_same_content(name: str) -> None:
    assert Renderer(name).render([hostile()]) == Renderer(name).render([hostile()])


@pytest.mark.parametrize("name", formats())
def test_further_targets_of_an_audit_are_reports_too(name: str) -> None:
    first, second = older(), project()
    both = type(first)(first.root, first.target, first.files, first.tool_version, first.data_version, others=(second,))
    assert Renderer(name).render([both]) == Renderer(name).render([first, second])


@pytest.mark.parametrize("name", sorted(set(formats()) - {"xlsx"}))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_source_means_none(name: str, lang: str) -> None:
    text = Renderer(name).render([project()], Options(no_source=True, lang=lang, rules={"MA203": Rule("MA203", "Mask")}))  # type: ignore[arg-type]
    text = text.decode() if isinstance(text, bytes) else text
    assert "padding=1" not in text
    assert "mask > 0" not in text
