"""The edits of a text, and how they are applied to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.lines import logical_line_of, logical_lines, newline

PREFIX = "# mindaudit: "


@dataclass(slots=True)
class Edits:
    """The edits of a text."""

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


def spliced(text: str, edits: Edits) -> str:
    """The text with all changes made."""
    changes = [(start, end, new) for (start, end), new in edits.replaced] + [(at, at, line) for at, line in _lines(text, edits)]
    pieces, position = [], 0
    for start, end, new in sorted(changes, key=lambda change: (*change[:2], _rank(change[2]))):
        pieces += [text[position:start], new]
        position = end
    return "".join(pieces) + text[position:]


def _rank(new: str) -> int:
    """The order of what is inserted at one place: lines of their own, beginnings of blocks, and then what belongs to an expression."""
    lines = new.rpartition("\n")
    is_own = bool(lines[1]) and not lines[2].strip()
    begins = new.startswith(("if ", "with ")) and new.rstrip().endswith(":")
    return 1 if begins else 0 if is_own else 2


def part(text: str, span: Span, edits: Edits) -> str:
    """The new text of a part, without remarks."""
    start, end = span
    inner = [((place[0] - start, place[1] - start), new) for place, new in edits.replaced if start <= place[0] and place[1] <= end]
    return spliced(text[start:end], Edits(inner))


def _lines(text: str, edits: Edits) -> Iterator[tuple[int, str]]:
    """Each remark as a comment line in front of the logical line of its usage, unless it is there already.

    Where a change goes over the start of that line, the remark stands in front of the line in which the change begins.
    """
    lines = logical_lines(text) if edits.remarks else ()
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
    """The comment lines before a line, as one text."""
    found: list[str] = []
    for above in reversed(text[:line].splitlines()):
        if not above.lstrip().startswith("#"):
            break
        found.append(above.strip(" \t#"))
    return " ".join(reversed(found))


def inside(span: Span, covered: Collection[Span]) -> bool:
    """Whether a span is within one of the covered spans."""
    return any(start <= span[0] and span[1] <= end for start, end in covered)


def first_inside(told: Mapping[Span, Hazard], whole: Span) -> Hazard | None:
    """The first of the hazards that are within a span; None without one."""
    return next((hazard for span, hazard in told.items() if inside(span, [whole])), None)
