"""All rules, found by listing the folder, and what they say about a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, Protocol

from mindaudit.hazards import rules as modules
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.mending import mending
from mindaudit.hazards.framework.severity import exists, severity
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.framework.wording import Wording, page
from mindaudit.model import Certainty, Hazard, Mitigation, Problem, Severity, Target
from mindaudit.resolve import Project
from mindaudit.resolve.solver.evaluator import CannotResumeError

_CERTAINTIES: tuple[Certainty, Certainty, Certainty] = ("possible", "likely", "certain")
_IN_MESSAGE = 60


class Rule(Protocol):
    """A rule module."""

    def check(self, view: FileView) -> Iterator[Hit]:
        """The places in a file at which the rule's hazard stands."""
        ...


class Hazards(NamedTuple):
    """What the rules say about one file, and which of them failed on it."""

    found: tuple[Hazard, ...]
    gave_up: tuple[Problem, ...]


@cache
def rules() -> dict[str, Rule]:
    """All rules by code."""
    names = sorted(module.name for module in iter_modules(modules.__path__) if re.match(r"MA\d+_", module.name))
    return {name.partition("_")[0]: import_module(f"{modules.__name__}.{name}") for name in names}


def find(project: Project, name: str, text: str, target: Target, among: dict[str, Rule] | None = None) -> Hazards:
    """The hazards of the file that reports call `name`, by position, on a target. A rule that fails is one MA903, the others go on."""
    view = FileView(project, name, text)
    if not view.concerned():
        return Hazards((), ())
    found: list[Hazard] = []
    problems: list[Problem] = []
    for code, rule in (rules() if among is None else among).items():
        try:
            if not exists(code, target):
                continue
            found += [_hazard(view, code, hit, how_bad, target) for hit, how_bad in _judged(view, code, rule.check(view), target)]
        except CannotResumeError:
            raise
        except Exception as error:
            problems.append(Problem("MA903", f"the rule {code} failed: {type(error).__name__}: {error}"))
    return Hazards(tuple(sorted(found, key=lambda hazard: (hazard.span, hazard.code))), tuple(problems))


def _judged(view: FileView, code: str, hits: Iterable[Hit], target: Target) -> Iterator[tuple[Hit, Severity]]:
    """The hits that count on the target, with their severity; of those that follow a shape the first of each kind in a function."""
    seen: set[tuple[int, str]] = set()
    in_graph = code.startswith(("MA2", "MA3")) and code != "MA214"
    for hit in sorted(hits, key=lambda hit: hit.span):
        how_bad = severity(code, hit.construct or ("shape" if hit.cause == "shape" else ""), target)
        if how_bad is None or (hit.cause == "shape" and (hit.function, hit.variant) in seen) or (in_graph and view.builds(hit.function)):
            continue
        if hit.cause == "shape":
            seen.add((hit.function, hit.variant))
        compiled = view.scope(hit.function).context in ("network", "unknown")
        yield hit, how_bad if compiled or not in_graph else "note"


def _hazard(view: FileView, code: str, hit: Hit, how_bad: Severity, target: Target) -> Hazard:
    wording = page(code).say(hit.variant or (hit.cause if hit.cause == "shape" else ""))
    scope = view.scope(hit.function)
    fields = {"expression": view.source(hit.span), **hit.fields}
    short = {key: _short(value) for key, value in fields.items()}
    return Hazard(
        hit.span,
        code,
        wording.message["en"].format_map(short),
        _CERTAINTIES[hit.level],
        how_bad,
        hit.cause,
        view.facts.functions[hit.function].qualname,
        scope.context,
        _mitigation(wording, fields, hit, target),
        scope.path if code.startswith("MA4") else (),
        message_zh=wording.message["zh"].format_map(short),
    )


def _mitigation(wording: Wording, fields: dict[str, str], hit: Hit, target: Target) -> Mitigation | None:
    if not wording.mend:
        return None
    code = mending(wording.codes, fields, target)
    short = {key: _short(value) for key, value in fields.items()}
    texts = {language: text.format_map(short) for language, text in wording.mend.items()}
    return Mitigation(texts["en"], code, texts["zh"], hit.replaces if code else None)


def _short(text: str) -> str:
    """The text on one line, cut where it would not read well in a message."""
    line = " ".join(text.split())
    return line if len(line) <= _IN_MESSAGE else line[: _IN_MESSAGE - 1] + "…"
