"""Comments that accept a result where it stands.

    x = torch.nonzero(y)  # mindaudit: ignore[MA202] the count is fixed by construction
    # mindaudit: ignore[MA203, MA3xx] on a line of its own: for the next line of code
    # mindaudit: ignore-start[MA2xx] why … # mindaudit: ignore-end
    # mindaudit: ignore-file[MA305] why

A comment counts for results that begin or end on its line. Without a reason it counts for nothing, unless the configuration allows that.
A comment that accepts nothing is reported as MA904.
"""

from __future__ import annotations

import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mindaudit.config import codes
from mindaudit.hazards.framework.severity import severity
from mindaudit.hazards.framework.wording import page
from mindaudit.model import Finding, Hazard, Lines, Span, Suppressed, Target

_DIRECTIVE = re.compile(r"mindaudit:\s*ignore(?P<form>-file|-start|-end)?\s*(?:\[(?P<codes>[^\]]*)\])?\s*(?P<reason>[^#]*)")


@dataclass(frozen=True, slots=True)
class Directive:
    """One comment: which codes it accepts on which lines, and why."""

    span: Span
    codes: tuple[str, ...]
    """As written; empty: every code."""
    lines: range
    reason: str
    form: str = ""
    """Nothing for one line, or -file, -start, -ended."""

    def accepts(self, code: str, first: int, last: int) -> bool:
        """Whether the comment speaks of a result with this code that stands on these lines."""
        return (first in self.lines or last in self.lines) and (not self.codes or code in self.codes or f"{code[:3]}xx" in self.codes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results that are left, those accepted, and the MA904 rows among the hazards."""

    findings: tuple[Finding, ...]
    hazards: tuple[Hazard, ...]
    suppressed: tuple[Suppressed, ...] = ()


def apply(text: str, findings: Sequence[Finding], hazards: Sequence[Hazard], target: Target, require_reason: bool = True) -> Outcome:
    """Take out what the comments in `text` accept. Only results with a code can be accepted."""
    found = directives(text)
    if not found:
        return Outcome(tuple(findings), tuple(hazards))
    valid = [each for each in found if (each.reason or not require_reason) and not _unknown(each)]
    by_line = _by_line(valid)
    accepted: dict[int, Suppressed] = {}
    used: set[Directive] = set()
    lines = Lines.of(text)
    results: tuple[Finding | Hazard, ...] = (*findings, *hazards)
    for result in results:
        span = result.span if isinstance(result, Hazard) else result.usage.span
        first, last = lines.position(span[0])[0], lines.position(max(span[0], span[1] - 1))[0]
        near = sorted({*by_line.get(first, ()), *by_line.get(last, ()), *by_line.get(0, ())}, key=lambda each: each.span)
        matching = [each for each in near if result.code and each.accepts(result.code, first, last)]
        used.update(matching)
        if matching:
            accepted[id(result)] = Suppressed(result, matching[0].reason)
    idle = [_idle(each, text) for each in found if each not in used and not _is_inactive(each, target)]
    left = [each for each in hazards if id(each) not in accepted]
    return Outcome(
        tuple(each for each in findings if id(each) not in accepted),
        tuple(sorted([*left, *idle], key=lambda hazard: (hazard.span, hazard.code))),
        tuple(accepted.values()),
    )


def _by_line(found: Sequence[Directive]) -> dict[int, list[Directive]]:
    """Directives by their line; those for several lines are under 0."""
    sorted_out: dict[int, list[Directive]] = {}
    for each in found:
        sorted_out.setdefault(0 if each.form else each.lines.start, []).append(each)
    return sorted_out


def directives(text: str) -> list[Directive]:
    """The suppressions that the comments of a file hold, in order; `ignore-end` is part of its `ignore-start`."""
    found: list[Directive] = []
    if "mindaudit:" not in text:
        return found
    end, code_lines, blocks = len(Lines.of(text).starts) + 1, _code_lines(text), _Blocks(found)
    for match, span, line, alone in _comments(text):
        form = match["form"] or ""
        codes = tuple(code.strip() for code in (match["codes"] or "").split(",") if code.strip())
        if form == "-end":
            blocks.close(codes, line)
            continue
        if form == "-start":
            blocks.open(codes)
        first = 1 if form == "-file" else _next(code_lines, line) if alone and not form else line
        found.append(Directive(span, codes, range(first, end if form else first + 1), match["reason"].strip(), form))
    return [replace(each, lines=range(each.lines.start, min(each.lines.stop, end))) for each in found]


class _Blocks:
    """The blocks that are open while comments are read."""

    def __init__(self, found: list[Directive]) -> None:
        self._found = found
        self._open: dict[tuple[str, ...] | None, list[int]] = {}

    def open(self, codes: tuple[str, ...]) -> None:
        """Note that the directive that is added next begins a block."""
        for key in (codes, None):
            self._open.setdefault(key, []).append(len(self._found))

    def close(self, codes: tuple[str, ...], line: int) -> None:
        """End the last open block, the one with these codes if any are named."""
        waiting = self._open.get(codes or None, [])
        while waiting:
            number = waiting.pop()
            each = self._found[number]
            if each.form == "-start":
                self._found[number] = replace(each, lines=range(each.lines.start, line + 1), form="-ended")
                return


def _comments(text: str) -> Iterator[tuple[re.Match[str], Span, int, bool]]:
    """Every directive with the span of its comment, its line, and whether it stands alone there."""
    starts = Lines.of(text).starts
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            if token.type == tokenize.COMMENT and (match := _DIRECTIVE.search(token.string)):
                line, column = token.start
                begin = starts[line - 1] + column
                yield match, (begin, begin + len(token.string.rstrip())), line, not token.line[:column].strip()
    except (tokenize.TokenError, SyntaxError):
        return


def _code_lines(text: str) -> list[int]:
    """The numbers of the lines that hold more than a comment, in order."""
    lines = enumerate(re.split(r"\r\n?|\n", text), 1)
    return [number for number, content in lines if content.strip() and not content.lstrip().startswith("#")]


def _next(code_lines: Sequence[int], line: int) -> int:
    """The first code line after a line; the line itself if there is none."""
    at = bisect_right(code_lines, line)
    return code_lines[at] if at < len(code_lines) else line


def _unknown(directive: Directive) -> str:
    """The first name in a comment that is no code, "" if all are; a comment with such a name counts for nothing."""
    return next((code for code in directive.codes if not codes.exists(code)), "")


def _is_inactive(directive: Directive, target: Target) -> bool:
    """Whether none of the rules that a comment names runs on this target; then it is not unused."""
    return bool(directive.codes) and all(_is_off(code, target) for code in directive.codes)


def _is_off(code: str, target: Target) -> bool:
    try:
        return severity(code, "", target) is None
    except KeyError:
        return False


def _idle(directive: Directive, text: str) -> Hazard:
    """The MA904 row of a comment that accepts nothing, or gives no reason though one is required."""
    wrong = _unknown(directive)
    wording = page("MA904").say("unknown" if wrong else "" if directive.reason else "reason")
    names = wrong or ", ".join(directive.codes) or "*"
    near = codes.nearest(wrong) if wrong else ""
    fields = {"codes": names, "expression": text[slice(*directive.span)], "near": near}
    message = {language: template.format_map(fields) for language, template in wording.message.items()}
    return Hazard(directive.span, "MA904", message["en"], "certain", "warning", message_zh=message["zh"])
