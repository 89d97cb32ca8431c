"""Rejects text that would crash libcst's parser or make it run almost without end.

Its recursive descent overflows the stack on brackets nested some thousand deep. It takes time quadratic in the length of a chain of
operators, calls or attributes, and exponential in the depth of a pattern after `case` or of a target after `del`. What stands before an
attribute, call or subscript is copied for each of them. CPython also rejects more than 200 nested brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mindaudit.collect import formatted

MAX_DEPTH = 200
MAX_CHAIN = 1000
USUAL_DEPTH = 50
MAX_IN_PATTERN = 6
"""Each level of a pattern or of the targets of a `del` makes a parse up to four times as long."""
MAX_DEEP = 200_000
"""How many levels deeper than usual all tokens together may be: the parser's memory grows with that."""
MAX_COPIED = 2_000_000
"""How many tokens the attributes, calls and subscripts of one statement may copy: the parser takes about a microsecond for each."""

_OPAQUE = (
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)' + r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?' + r"|'(?:[^'\\\n]|\\.)*'?" + r"|\#[^\n\r]*|\\\r?\n"
)
_WORD = r"not\b|and\b|or\b|if\b|else\b|in\b|is\b|await\b|lambda\b"
# without a boundary before the word: that makes it three times as fast, and a suspicion too many does no harm
_ASCII_UNIT = re.compile(rf"{_OPAQUE}|{_WORD}", re.DOTALL)
_UNIT = re.compile(rf"{_OPAQUE}|{_WORD}|[^\x00-\x7f]+", re.DOTALL)
_TOKEN = re.compile(rf"(?:{_OPAQUE})|(\b(?:{_WORD}|case\b|del\b)|[^\w\s])|(\r\n?|\n)", re.DOTALL)
_CODE = formatted.code_pattern(_OPAQUE)
_PATTERN = re.compile(r"(?:^|[\r:;])[ \t\f]*(?:case|del)\b", re.MULTILINE)
_WORD_CHARACTER = re.compile(r"\w")
_BRANCH = re.compile(r"^([ \t]*)(el)?if\b", re.MULTILINE)

# one character for every token that counts: brackets, "," between items, "+" for whatever lengthens a chain
_SKELETON = {i: "+" for i in range(33, 127) if not chr(i).isalnum() and chr(i) != "_"}
_SKELETON |= {ord(character): character for character in "()[]{}\n"} | dict.fromkeys(map(ord, ",;"), ",")
_SKELETON |= {i: "" for i in range(127) if i not in _SKELETON} | {ord("\r"): "\n"}
_INNERMOST = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_QUICK_DEPTH, _QUICK_LINE, _QUICK_ITEM = 14, 300, 50
"""What little code goes beyond: chains of that length in brackets, so deep and behind a line so long, are MAX_CHAIN together."""
_LONG_LINE = re.compile(rf"\+{{{_QUICK_LINE}}}")
_LONG_GROUP = re.compile(rf"[(\[{{][^()\[\]{{}}]{{{_QUICK_ITEM},}}[)\]}}]")
_LONG_ITEM = re.compile(rf"(?<!\n)(?:\n*\+){{{_QUICK_ITEM}}}")
_QUICK_STATEMENT = MAX_COPIED // MAX_CHAIN
"""A statement of fewer tokens copies no more than MAX_COPIED."""
_ROUND = str.maketrans("[]{}", "()()")


class TooDeepError(ValueError):
    """The text nests deeper, or chains longer, than can be parsed; `line` is where."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def check(text: str) -> None:
    """Raise TooDeepError if `text` must not be given to libcst, whether it is valid or not."""
    if text.count("elif") > MAX_CHAIN:
        _check_branches(text)
    if formatted.can_hide(text):
        text = formatted.opened(text, _CODE)
    if _is_suspect(text):
        _check_tokens(text)


def _is_suspect(text: str) -> bool:
    """A quick test, which finds every text that is too deep or too long: collapse innermost brackets until none is left."""
    skeleton = (_ASCII_UNIT if text.isascii() else _UNIT).sub("+", text).translate(_SKELETON)
    if _has_long_statement(skeleton):
        return True
    for depth in range(_QUICK_DEPTH + 1):
        if _LONG_LINE.search(skeleton) or any(_LONG_ITEM.search(group[0]) for group in _LONG_GROUP.finditer(skeleton)):
            return True
        collapsed = _INNERMOST.sub("+", skeleton)
        if collapsed == skeleton:
            return sum(map(skeleton.count, "([{")) > MAX_IN_PATTERN
        if depth == MAX_IN_PATTERN and _PATTERN.search(text):
            return True
        skeleton = collapsed
    return True


def _has_long_statement(skeleton: str) -> bool:
    """Whether a statement has as many tokens as it must to copy too many."""
    depth = size = 0
    for line in skeleton.translate(_ROUND).split("\n"):
        size += len(line)
        depth += line.count("(") - line.count(")")
        if size > _QUICK_STATEMENT:
            return True
        if depth <= 0:
            depth = size = 0
    return False


def _check_tokens(text: str) -> None:
    """The exact test."""
    nesting = _Nesting(text)
    for token in _TOKEN.finditer(text):
        nesting.take(token)
        nesting.check()


@dataclass(slots=True)
class _Level:
    """What stands in one pair of brackets, or outside all."""

    pattern: int = 0
    """How many brackets of patterns are open; 0 in what stands in a pattern and is none."""
    chain: int = 0
    """The length of the chain since the last separator."""
    longest: int = 0
    """The length of the longest chain before that."""
    size: int = 0
    """The tokens so far, with those of brackets closed in it."""
    operand: int = 0
    """The part of `size` before the operand that the last token belongs to."""


@dataclass(slots=True)
class _Nesting:
    """The brackets that are open behind the tokens so far, the innermost last."""

    text: str
    end: int = 0
    """The text of the last token; empty for names and numbers."""
    before: str = "\n"
    """The last token that was no comment, blank or end of a line in brackets, "" when a name or number came behind it."""
    line: int = 1
    deep: int = 0
    pattern: str = ""
    """"case" or "del" while its pattern or targets last."""
    levels: list[_Level] = field(default_factory=lambda: [_Level()])
    copied: int = 0
    """The tokens that the statement's attributes, calls and subscripts copy so far."""

    def take(self, token: re.Match[str]) -> None:
        """The next token: a symbol or word that counts, the end of a line, or neither."""
        symbol, end = token[1], token[2]
        if _WORD_CHARACTER.search(self.text, self.end, token.start()):
            self.before = ""
        self.end = token.end()
        if not symbol:
            self.line += len(re.findall(r"\r\n?|\n", token[0]))
        outside, level = len(self.levels) == 1, self.levels[-1]
        if symbol in (",", ";") or (end and outside):
            level.longest, level.chain = max(level.longest, level.chain), 0
        elif not end and not token[0].startswith(("#", "\\")):
            level.chain += 1
        if outside:
            self._notice_pattern(token)
        self._measure(symbol, outside and (bool(end) or symbol == ";"))
        if symbol and symbol in "([{":
            self.levels.append(_Level(pattern=level.pattern + 1 if self._is_pattern() else 0))
        elif symbol and symbol in ")]}" and not outside:
            self.levels.pop()
            around = self.levels[-1]
            around.chain = max(around.chain, level.chain, level.longest)
            around.size += level.size
        if not token[0].startswith(("#", "\\")) and (outside or not end):
            self.before = "\n" if end else token[0]

    def _notice_pattern(self, token: re.Match[str]) -> None:
        """Whether a pattern begins or ends at a token outside all brackets."""
        if token[1] in ("case", "del") and self.before in ("\n", ":", ";"):
            self.pattern = token[1]
        elif token[2] or token[1] in (":", ";", "=", "if"):
            self.pattern = ""

    def _measure(self, symbol: str | None, is_last: bool) -> None:
        """Count a token, and what is copied if it is an attribute, call or subscript of an operand; `is_last` ends the statement."""
        level = self.levels[-1]
        if is_last:
            level.size = level.operand = self.copied = 0
            return
        if symbol and symbol in ".([" and (not self.before or self.before[-1] in ")]}\"'"):
            self.copied += level.size - level.operand
        elif symbol and symbol not in ")]}":
            level.operand = level.size
        level.size += 1

    def _is_pattern(self) -> bool:
        """Whether what stands in a bracket that opens here is a pattern or target: not so in calls and subscripts behind `del`."""
        if not self.pattern or not (self.levels[-1].pattern or len(self.levels) == 1):
            return False
        return self.pattern == "case" or self.before in ("del", ",", "(", "[")

    def check(self) -> None:
        """Raise TooDeepError if that is too much."""
        depth = len(self.levels) - 1
        if depth > MAX_DEPTH:
            raise TooDeepError(f"brackets nest deeper than {MAX_DEPTH} levels, which Python refuses too", self.line)
        if self.levels[-1].pattern > MAX_IN_PATTERN:
            raise TooDeepError(f"brackets nest deeper than {MAX_IN_PATTERN} levels in a pattern or behind del", self.line)
        self.deep += max(0, depth + 1 - USUAL_DEPTH)
        if self.deep > MAX_DEEP:
            raise TooDeepError(f"too many brackets nest deeper than {USUAL_DEPTH} levels", self.line)
        if self.copied > MAX_COPIED:
            raise TooDeepError(f"a chain of attributes, calls or subscripts would copy more than {MAX_COPIED} tokens before it", self.line)
        if self.levels[-1].chain > MAX_CHAIN:
            raise TooDeepError(f"one expression chains more than {MAX_CHAIN} operators, calls or attributes", self.line)


def _check_branches(text: str) -> None:
    """A long run of elif makes a tree of the same depth."""
    runs: dict[str, int] = {}
    for branch in _BRANCH.finditer(text):
        indent = branch[1]
        runs[indent] = runs.get(indent, 0) + 1 if branch[2] else 0
        if runs[indent] > MAX_CHAIN:
            raise TooDeepError(f"one if statement has more than {MAX_CHAIN} branches", text.count("\n", 0, branch.start()) + 1)
