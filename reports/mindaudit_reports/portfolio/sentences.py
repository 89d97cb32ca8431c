"""The sentences about a portfolio."""

from __future__ import annotations

from mindaudit_reports.portfolio.shared import Price, SharedApi
from mindaudit_reports.portfolio.view import Entry, Portfolio, State
from mindaudit_reports.views.numbers import count, day_range
from mindaudit_reports.views.texts import Text, enumerated, joined, text

REPORTED: tuple[State, ...] = ("waits", "work", "blocked", "nothing", "empty", "failed", "waiting")


def answer(portfolio: Portfolio) -> Text:
    """How many repositories can be moved now, and how it is with the others."""
    others = [text(f"portfolio.answer.{state}", count=count(portfolio.states[state])) for state in REPORTED if portfolio.states[state]]
    numbers = {"ready": count(portfolio.states["ready"]), "total": count(len(portfolio.entries))}
    return text("portfolio.answer.others", others=enumerated(others), **numbers) if others else text("portfolio.answer", **numbers)


def effort(price: Price) -> Text:
    """What everything costs, and what is paid for once."""
    if not price.shared:
        return text("portfolio.effort.alone", once=day_range(price.once))
    ranges = {"once": day_range(price.once), "separate": day_range(price.separate)}
    return text("portfolio.effort", shared=count(price.shared), **ranges)


def served(api: SharedApi) -> Text:
    """How many repositories benefit from work on one API."""
    kind = "recipe" if api.verdict == "composable" and api.recipe else api.verdict
    needed = text(f"portfolio.serves.{kind}", name=api.name, count=count(len(api.repositories)))
    return joined([needed, text("portfolio.unlocks", count=count(len(api.alone)))], " ", "") if api.alone else needed


def waits(entry: Entry) -> Text:
    """Which packages a repository needs that are not ready."""
    names = enumerated([Text(name, name) for name in entry.waits_for])
    return text("portfolio.waits.for" if entry.state == "waits" else "portfolio.waits.too", names=names, count=count(len(entry.waits_for)))
