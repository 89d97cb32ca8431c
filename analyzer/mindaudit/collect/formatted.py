"""Opens formatted strings, so that what counts brackets and operators sees the expressions in their replacement fields."""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTE = r'"""|\'\'\'|"|\''
_START = r"(?<!\w)(?:[fFtT][rR]?|[rR][fFtT])"
_LONG = 300
"""What nests as deep as Python allows takes more characters than this."""
_SUSPICIONS = [re.compile(p) for p in (rf"\n[^\n]{{{_LONG}}}", r'"""(?<=[fFtTrR]""")', r"'''(?<=[fFtTrR]''')")]
"""Each begins with plain characters, which makes the search fast."""
_HOLDING_MUCH = re.compile(rf"[fFtTrR](?:\"\"\"|\'\'\'|[\"'][^\n]{{{_LONG}}})")


def can_hide(text: str) -> bool:
    """Whether a formatted string of `text` may have many lines or stand on a long one, so that its fields may hold much."""
    lines = "\n" + text
    return any(suspicion.search(lines) for suspicion in _SUSPICIONS) and bool(_HOLDING_MUCH.search(text))


def code_pattern(opaque: str) -> re.Pattern[str]:
    """What counts outside of the literal parts of formatted strings, where `opaque` matches other strings and comments."""
    return re.compile(rf"{_START}(?P<quote>{_QUOTE})|{opaque}|(?P<opening>[(\[{{])|(?P<closing>[)\]}}])|(?P<colon>:)", re.DOTALL)


_LITERAL = {
    quote: re.compile(rf"\{{\{{|\\[^{{}}]|(?P<field>\{{)|(?P<end>\}})|(?P<quote>{quote})|(?P<line>\r\n?|\n)", re.DOTALL)
    for quote in ('"""', "'''", '"', "'")
}


@dataclass(slots=True)
class _Level:
    """A formatted string, or a replacement field, that is not closed yet."""

    quote: str
    """Of the string; of the innermost string that a field stands in; empty outside all."""
    literal: bool = False
    """Whether its text comes next: in strings, and behind the colon of a field."""
    in_field: bool = False
    closing: str = ""
    """What stands for the end of a field: a comma, behind a bracket where the field stands in another one's specification."""
    depth: int = 0
    """How many brackets are open in a field."""


def opened(text: str, code: re.Pattern[str]) -> str:
    """`text` with parentheses for the quotes of formatted strings, commas between fields, and no literal text; lines keep their number."""
    levels, at = [_Level("")], 0
    parts: list[str] = []
    while True:
        level = levels[-1]
        found = (_LITERAL[level.quote] if level.literal else code).search(text, at)
        if not found:
            return "".join(parts) + ("" if level.literal else text[at:])
        if not level.literal:
            parts.append(text[at : found.start()])
        parts.append(_literal(found, levels) if level.literal else _code(found, levels))
        at = found.end()


def _literal(found: re.Match[str], levels: list[_Level]) -> str:
    """What stands for a part of literal text, whose levels it opens or closes."""
    level = levels[-1]
    if found["field"]:
        levels.append(_Level(level.quote, in_field=True, closing="}," if level.in_field else ","))
        return "{" if level.in_field else ""
    if found["end"] and level.in_field:
        return levels.pop().closing
    if found["line"]:
        return found[0] if len(level.quote) == 3 else _closed(levels) + found[0]
    return _closed(levels) if found["quote"] else "\n" * found[0].count("\n")


def _closed(levels: list[_Level]) -> str:
    """What stands for the end of the innermost string, whose fields may not all be closed."""
    closing = ""
    while levels[-1].in_field:
        closing += levels.pop().closing
    levels.pop()
    return closing + ")"


def _code(found: re.Match[str], levels: list[_Level]) -> str:
    """What stands for a part of the code, whose levels it opens or closes."""
    level = levels[-1]
    if found["quote"]:
        levels.append(_Level(found["quote"], literal=True))
        return "("
    if level.in_field and not level.depth and found["closing"] == "}":
        return levels.pop().closing
    if level.in_field and not level.depth and found["colon"]:
        level.literal = True
    elif found["opening"] or found["closing"]:
        level.depth = max(0, level.depth + (1 if found["opening"] else -1))
    return found[0]
