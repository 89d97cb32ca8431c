"""The pages of codes and verdicts, as `mindaudit explain` shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.markdown import page, table, unlisted
from generator.speech import Say
from mindaudit.hazards.framework.code_page import VERDICT_CODES, explain
from mindaudit.hazards.framework.wording import CodePage, pages, verdict_page
from mindaudit_data import VERDICTS
from mindaudit_reports.views.texts import say as report_text


def rule_pages(language: str, say: Say) -> Iterator[tuple[str, str]]:
    """Files with their texts: a page for every code, for every verdict without one, and the lists of both."""
    for code in pages():
        yield f"rules/{code}.md", unlisted(explain(code, language))
    for verdict in VERDICTS:
        if verdict in VERDICT_CODES:
            continue
        yield f"verdicts/{verdict}.md", unlisted(explain(verdict, language))
    yield "rules/index.md", _rules(language, say)
    yield "verdicts/index.md", _verdicts(language, say)


def _rules(language: str, say: Say) -> str:
    families: dict[str, list[CodePage]] = {}
    for code, each in pages().items():
        families.setdefault(code[:3], []).append(each)
    parts = [_family(family, found, language, say) for family, found in families.items()]
    return page(
        f"# {say('Rules')}", say("Every code has a page. The same texts are shown by `mindaudit explain CODE`, without a network."), *parts
    )


def _family(family: str, found: list[CodePage], language: str, say: Say) -> str:
    rows = [(f"[{each.code}]({each.code}.md)", each.title[language]) for each in found]
    title = report_text(f"codes.{family}", "zh" if language == "zh" else "en")
    return page(f"## {family}xx: {title}", table((say("Code"), say("Title")), rows))


def _verdicts(language: str, say: Say) -> str:
    rows = [(f"[{name}]({link})", title) for name, link, title in _verdict_links(language)]
    intro = say("What each verdict promises. Verdicts that ask for work share the page of their code.")
    return page(f"# {say('Verdicts')}", intro, table((say("Verdict"), say("Title")), rows))


def _verdict_links(language: str) -> Iterator[tuple[str, str, str]]:
    known: Mapping[str, CodePage] = pages()
    for verdict in VERDICTS:
        code = VERDICT_CODES.get(verdict)
        found = known[code] if code else verdict_page(verdict)
        yield verdict, f"../rules/{code}.md" if code else f"{verdict}.md", found.title[language]
