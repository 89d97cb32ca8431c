"""The edits of findings: substitutions where they are certain, comments above the statements of the others."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Container, Iterable, Sequence

from mindaudit.model import Finding, Usage
from mindaudit.rewrite.imports.recipe_names import imported, is_recipe
from mindaudit.rewrite.text.edits import Edits
from mindaudit.rewrite.text.lines import line_start, logical_lines
from mindaudit.rewrite.text.marks import Token, tokens
from mindaudit.rewrite.text.merge import merged
from mindaudit.rewrite.usages.choice import OVERWRITTEN, Choice
from mindaudit.sources.syntax import or_none, parse_enclosed, parse_statements

_SILENT = ("import",)
_WITHOUT_CODE = {
    "supported": "has a counterpart that cannot be written here",
    "equivalent": "has a counterpart that cannot be written here",
    "composable": "has a recipe that cannot be called here",
    "custom-op": "has no counterpart",
    "unknown": "stays as it is",
}


def plan(text: str, findings: Iterable[Finding], choice: Choice, silent: Container[Usage] = ()) -> Edits:
    """The changes that findings call for. Of usages inside one another the outermost that applies is taken.

    Usages that are `silent` are not told of.
    """
    edits = Edits()
    strings = [token for token in tokens(text) if token.kind == tokenize.STRING]
    done, told = 0, (0, 0)
    for finding in sorted(findings, key=lambda each: (each.usage.span[0], -each.usage.span[1])):
        start, end = finding.usage.span
        if choice.applies(finding):
            edits.recipes |= _recipes_of(finding)
            if start < done:
                continue
            if finding.usage.kind == "operator":  # it stays, and what is inside is written for itself
                edits.applied += 1
                continue
            new = _replacement(text, finding, strings)
            if new is not None:
                edits.applied += 1
                done = end
                (edits.replaced if new != text[start:end] else edits.same).append(((start, end), new))
                continue
        if finding.substitution == text[start:end] or finding.usage in silent:
            continue
        if start < told[0] or end > told[1]:  # no second remark about a name that is part of a longer one
            told = (start, end) if finding.usage.kind == "reference" else (start, start)
            if remark := _remark(finding, choice):
                edits.remarks.append((start, remark))
    return edits


def _recipes_of(finding: Finding) -> set[str]:
    if finding.recipe is None:
        return set()
    text = finding.substitution or ""
    classes = text[1:-1].split(", ") if text[:1] == "(" else []
    outer = {OVERWRITTEN} if text.startswith(f"{OVERWRITTEN}(") else set()
    return {finding.recipe, *outer, *(name for name in classes if name.isidentifier() and is_recipe(name))}


def _replacement(text: str, finding: Finding, strings: Sequence[Token]) -> str | None:
    start, end = finding.usage.span
    original, substitution = text[start:end], finding.substitution or ""
    in_chain = finding.usage.whole == "assigned" and _is_assignment(substitution)
    if or_none(parse_enclosed, substitution) is None and not in_chain and not (finding.usage.statement and _stands_alone(text, start)):
        return None
    if any(token.span[0] <= start and end <= token.span[1] for token in strings):
        return None if set(substitution) & set("\"'\\\n\r#") else substitution
    return merged(original, substitution)


def _stands_alone(text: str, start: int) -> bool:
    """Whether nothing but a line's start, a colon or a semicolon is before a place: no parenthesis."""
    before = text[line_start(text, start) : start].rstrip(" \t")
    return before[-1:] in (":", ";") if before else any(first == start for _, first in logical_lines(text))


def _is_assignment(text: str) -> bool:
    """Whether a text is one assignment, which can be the value of another one."""
    body = parse_statements(text).body
    return len(body) == 1 and isinstance(body[0], ast.Assign)


def _remark(finding: Finding, choice: Choice) -> str:
    """The remark about a usage that is not rewritten; empty for one that needs none."""
    usage, verdict = finding.usage, finding.verdict
    if usage.kind in _SILENT or verdict == "out-of-scope":
        return ""
    if choice.only_supported and verdict == "equivalent" and usage.certainty != "possible":
        return ""
    code = " ".join((finding.substitution or "").split())
    if code and "#" not in code:
        subject = f"{'if this is' if usage.certainty == 'possible' else 'for'} {usage.torch_name}, write"
        origin = f" (from mindaudit_data.recipes import {imported(finding.recipe)})" if finding.recipe else ""
        differences = f"; {'; '.join(finding.differences)}" if finding.differences else ""
        return " ".join(f"{subject} {code}{origin}{differences}".split())
    told = _WITHOUT_CODE[verdict]
    return " ".join(f"{usage.torch_name} {told}. {finding.reason}".split()).rstrip(".")
