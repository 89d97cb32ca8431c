"""Applies findings to a text: substitutions where they are certain, remarks above the statements of the others."""

from __future__ import annotations

import ast
import tokenize
from bisect import bisect_right
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from mindaudit.model import Finding, Hazard, Span, Usage
from mindaudit.rewrite.choice import Choice, imported, is_recipe
from mindaudit.rewrite.marks import Token, tokens
from mindaudit.rewrite.merge import merged

PREFIX = "# mindaudit: "
_SILENT = ("import",)
_WITHOUT_CODE = {
    "supported": "has a counterpart that cannot be written here",
    "equivalent": "has a counterpart that cannot be written here",
    "composable": "has a recipe that cannot be called here",
    "custom-op": "has no counterpart",
    "unknown": "stays as it is",
}


@dataclass(slots=True)
class Edits:
    """What is to change in a text."""

    replaced: list[tuple[Span, str]] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    """The place of the usage, and what to say of it."""
    same: list[tuple[Span, str]] = field(default_factory=list)
    """Places that read as before, and mean MindSpore's."""
    applied: int = 0
    recipes: set[str] = field(default_factory=set)
    """Those that applied findings bring."""
    missing: bool = False
    """Whether something stands in for a name without counterpart."""


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
            new = _replacement(text, finding, strings)
            if new is not None:
                edits.applied += 1
                done = end
                (edits.replaced if new != text[start:end] else edits.same).append(((start, end), new))
                continue
        if finding.substitution == text[start:end] or finding.usage in silent:
            continue
        if start < told[0] or end > told[1]:  # of a name that a longer one begins with nothing more is told
            told = (start, end) if finding.usage.kind == "reference" else (start, start)
            if remark := _remark(finding, choice):
                edits.remarks.append((start, remark))
    return edits


def _recipes_of(finding: Finding) -> set[str]:
    if finding.recipe is None:
        return set()
    text = finding.substitution or ""
    classes = text[1:-1].split(", ") if text[:1] == "(" else []
    return {finding.recipe, *(name for name in classes if name.isidentifier() and is_recipe(name))}


def _replacement(text: str, finding: Finding, strings: Sequence[Token]) -> str | None:
    start, end = finding.usage.span
    original, substitution = text[start:end], finding.substitution or ""
    in_chain = finding.usage.whole == "assigned" and _is_assignment(substitution)
    if _is_statement(substitution) and not in_chain and not (finding.usage.statement and _stands_alone(text, start)):
        return None
    if any(token.span[0] <= start and end <= token.span[1] for token in strings):
        return None if set(substitution) & set("\"'\\\n\r#") else substitution
    return merged(original, substitution)


def _stands_alone(text: str, start: int) -> bool:
    """Whether nothing but a line's start, a colon or a semicolon is before a place: no parenthesis."""
    before = text[max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1 : start].rstrip(" \t")
    return before[-1:] in (":", ";") if before else any(first == start for _, first in logical_lines(text))


def _is_statement(text: str) -> bool:
    try:
        ast.parse(f"({text}\n)", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return False


def _is_assignment(text: str) -> bool:
    """Whether a text is one assignment, which can be the value of another one."""
    body = ast.parse(text).body
    return len(body) == 1 and isinstance(body[0], ast.Assign)


def _remark(finding: Finding, choice: Choice) -> str:
    """What to tell about a usage that is left to a person; nothing for what needs no thought."""
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


def spliced(text: str, edits: Edits) -> str:
    """The text with all changes made."""
    changes = [(start, end, new) for (start, end), new in edits.replaced] + [(at, at, line) for at, line in _lines(text, edits)]
    pieces, position = [], 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        pieces += [text[position:start], new]
        position = end
    return "".join(pieces) + text[position:]


def part(text: str, span: Span, edits: Edits) -> str:
    """What becomes of a part of the text, but for remarks."""
    start, end = span
    inner = [((place[0] - start, place[1] - start), new) for place, new in edits.replaced if start <= place[0] and place[1] <= end]
    return spliced(text[start:end], Edits(inner))


def _lines(text: str, edits: Edits) -> Iterator[tuple[int, str]]:
    """Each remark as a comment line in front of the logical line of its usage, unless it is there already.

    Where a change goes over the start of that line, the remark stands in front of the line in which the change begins.
    """
    lines = logical_lines(text)
    said: set[tuple[int, str]] = set()
    for place, remark in edits.remarks:
        line, first = logical_line_of(lines, place)
        around = next((start for (start, end), _ in edits.replaced if start < line < end), None)
        if around is not None:
            line, first = logical_line_of(lines, around)
        if (line, remark) not in said and remark not in _told_above(text, line):
            said.add((line, remark))
            yield line, f"{text[line:first]}{PREFIX}{remark}{newline(text)}"


def _told_above(text: str, line: int) -> str:
    """The comment lines in front of a line, as one text."""
    found: list[str] = []
    for above in reversed(text[:line].splitlines()):
        if not above.lstrip().startswith("#"):
            break
        found.append(above.strip(" \t#"))
    return " ".join(reversed(found))


def logical_line_of(lines: Sequence[tuple[int, int]], place: int) -> tuple[int, int]:
    """The logical line that a place is in."""
    number = bisect_right(lines, place, key=lambda line: line[1])
    return lines[number - 1] if number else (0, 0)


@lru_cache(maxsize=4)
def logical_lines(text: str) -> tuple[tuple[int, int], ...]:
    """For every logical line, where its first physical line starts and where its first token does."""
    found, fresh = [], True
    for token in tokens(text):
        if token.kind in (tokenize.NL, tokenize.COMMENT):
            continue
        if token.kind == tokenize.NEWLINE:
            fresh = True
        elif fresh:
            begin = max(text.rfind("\n", 0, token.span[0]), text.rfind("\r", 0, token.span[0])) + 1
            found.append((begin, token.span[0]))
            fresh = False
    return tuple(found)


def indent_before(text: str, place: int) -> str | None:
    """The blanks between the start of a line and a place in it; None if anything else stands before the place."""
    before = text[max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1 : place]
    return None if before.strip() else before


def is_last(text: str, place: int) -> bool:
    """Whether nothing but a comment stands between a place and the end of its line."""
    rest = text[place:].partition("\n")[0].strip()
    return not rest or rest.startswith("#")


def without_statement(text: str, span: Span, alone: bool) -> tuple[Span, str] | None:
    """The place and the new text of a statement that goes: nothing for a whole line, its comment, or `pass` if it is `alone` in its block.

    None if more stands in its line.
    """
    start, end = span
    indent, rest = indent_before(text, start), text[end:].partition("\n")[0]
    if indent is None or not is_last(text, end):
        return None
    if alone:
        return span, "pass"
    if rest.strip():
        return (start, end + len(rest) - len(rest.lstrip())), ""
    return (start - len(indent), min(end + len(rest) + 1, len(text))), ""


def newline(text: str) -> str:
    """The line end that a text uses."""
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def inside(span: Span, covered: Collection[Span]) -> bool:
    """Whether a span lies within one of those covered."""
    return any(start <= span[0] and span[1] <= end for start, end in covered)


def first_inside(told: Mapping[Span, Hazard], whole: Span) -> Hazard | None:
    """The first of the hazards that lie in a span; None where none does."""
    return next((hazard for span, hazard in told.items() if inside(span, [whole])), None)
