"""Each page has its sections, and its Bad and Good code gives just what it says."""

from __future__ import annotations

import re

import pytest
from hazard_helpers import GRAPH, STRICT, audit, marked, placed

from mindaudit.hazards.checking import rules
from mindaudit.hazards.framework.severity import severity
from mindaudit.hazards.framework.wording import SECTIONS, SECTIONS_ZH, CodePage, pages, parse, verdict_page
from mindaudit.model import Target

RULES = sorted(rules())
EAGER = Target(mode="pynative", backend="cpu")


def target(code: str) -> Target:
    """The target that a page's blocks are for: one on which its hazard exists."""
    return next(each for each in (GRAPH, STRICT, EAGER) if severity(code, "", each))


def blocks(page: CodePage, section: str) -> list[str]:
    """The Python blocks of a section."""
    body = page.body.split(f"## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", body, re.DOTALL)


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.code)
def test_page_has_the_fixed_sections_and_both_languages(page: CodePage) -> None:
    found = re.findall(r"^## (.+)$", page.body, re.MULTILINE)
    expected = list(SECTIONS) if page.code in rules() else [s for s in SECTIONS if s not in ("Bad", "Good")]
    assert found == expected
    for texts in (page.title, page.wording.message):
        assert set(texts) == {"en", "zh"}
        assert all(texts.values())


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.code)
def test_the_page_is_whole_in_chinese(page: CodePage) -> None:
    """The same sections in the same order with the same blocks, and no section without a Chinese word."""
    titles = dict(zip(SECTIONS, SECTIONS_ZH, strict=True))
    assert re.findall(r"^## (.+)$", page.body_zh, re.MULTILINE) == [titles[title] for title in re.findall(r"^## (.+)$", page.body, re.M)]
    assert re.findall(r"```.*?```", page.body_zh, re.DOTALL) == re.findall(r"```.*?```", page.body, re.DOTALL)
    prose = re.sub(r"^## (反例|正例)\n.*?(?=^## )", "", page.body_zh, flags=re.M | re.DOTALL)
    assert all(re.search(r"[\u4e00-\u9fff]{2}", section) for section in re.split(r"^## .+$", prose, flags=re.M)[1:])


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.code)
def test_both_languages_name_the_same_code(page: CodePage) -> None:
    """What stands in backticks is code, which no language changes."""
    assert inline_code(page.body_zh) <= inline_code(page.body)


def inline_code(text: str) -> set[str]:
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return {" ".join(found.split()) for found in re.findall(r"`[^`]+`", plain)}


@pytest.mark.parametrize("verdict", ["supported", "out-of-scope"])
def test_verdicts_without_a_code_have_pages_in_both_languages(verdict: str) -> None:
    found = verdict_page(verdict)
    assert found.body.count("## ") == found.body_zh.count("## ") == 4


@pytest.mark.parametrize("code", RULES)
def test_bad_code_gives_the_marked_hazards(code: str) -> None:
    for text in blocks(pages()[code], "Bad"):
        result = audit(text, target(code))
        assert not result.gave_up
        assert placed(text, result.found) == marked(text)
        assert code in {hazard.code for hazard in result.found}
        assert not any("{" in each.text + each.text_zh for hazard in result.found if (each := hazard.mitigation))


@pytest.mark.parametrize("code", RULES)
def test_good_code_gives_no_hazard(code: str) -> None:
    for text in blocks(pages()[code], "Good"):
        result = audit(text, target(code))
        assert not result.gave_up
        assert placed(text, result.found) == []


@pytest.mark.parametrize("code", RULES)
def test_every_template_is_filled(code: str) -> None:
    for text in blocks(pages()[code], "Bad"):
        for hazard in audit(text, target(code)).found:
            assert "{" not in hazard.message.replace(text[slice(*hazard.span)], "")
            assert hazard.message_zh
            assert hazard.mitigation is not None
            assert hazard.mitigation.text_zh


def test_every_rule_has_a_page() -> None:
    assert set(rules()) <= set(pages())


def test_a_page_without_front_matter_is_refused() -> None:
    with pytest.raises(ValueError, match="front matter"):
        parse("MA999_x", "# title\n+++\n+++\n")
