"""Refuses text that would kill libcst's parser or keep it busy for ever, which no exception reports.

Its recursive descent overflows the stack on brackets nested some thousand deep, and it takes time quadratic in the length of a chain
of operators, calls or attributes. CPython refuses more than 200 nested brackets too.
"""

from __future__ import annotations

import re

MAX_DEPTH = 200
MAX_CHAIN = 1000
USUAL_DEPTH = 50
MAX_DEEP = 200_000
"""How many levels deeper than usual all tokens together may be: the parser's memory grows with that."""

_OPAQUE = (
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)' + r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?' + r"|'(?:[^'\\\n]|\\.)*'?" + r"|\#[^\n\r]*|\\\r?\n"
)
_WORD = r"not\b|and\b|or\b|if\b|else\b|in\b|is\b|await\b|lambda\b"
# without a boundary before the word: that makes it three times as fast, and a suspicion too many does no harm
_UNIT = re.compile(rf"{_OPAQUE}|{_WORD}|[^\x00-\x7f]+", re.DOTALL)
_TOKEN = re.compile(rf"(?:{_OPAQUE})|(\b(?:{_WORD})|[^\w\s])|(\r\n?|\n)", re.DOTALL)
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
_LONG_ITEM = re.compile(rf"[+\n]{{{_QUICK_ITEM}}}")


class TooDeepError(ValueError):
    """The text nests deeper, or chains longer, than can be parsed; `line` is where."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def check(text: str) -> None:
    """Pass when `text` can be given to libcst, valid or not; raise TooDeepError when it must not be."""
    if text.count("elif") > MAX_CHAIN:
        _check_branches(text)
    if _is_suspect(text):
        _check_tokens(text)


def _is_suspect(text: str) -> bool:
    """A quick look, in which nothing that is too deep or too long escapes: collapse innermost brackets until none is left."""
    skeleton = _UNIT.sub("+", text).translate(_SKELETON)
    for _ in range(_QUICK_DEPTH + 1):
        if _LONG_LINE.search(skeleton) or any(_LONG_ITEM.search(group[0]) for group in _LONG_GROUP.finditer(skeleton)):
            return True
        collapsed = _INNERMOST.sub("+", skeleton)
        if collapsed == skeleton:
            return sum(map(skeleton.count, "([{")) > _QUICK_DEPTH
        skeleton = collapsed
    return True


def _check_tokens(text: str) -> None:
    """The exact judge: bracket depth, and the length of the chain at each depth since the last separator, on top of the longest in it."""
    line, deep, chains, longest = 1, 0, [0], [0]
    for token in _TOKEN.finditer(text):
        symbol = token[1] or token[2]
        if not token[1]:
            line += len(re.findall(r"\r\n?|\n", token[0]))
        if symbol in (",", ";") or (token[2] and len(chains) == 1):
            longest[-1], chains[-1] = max(longest[-1], chains[-1]), 0
        elif not token[2] and not token[0].startswith(("#", "\\")):
            chains[-1] += 1
        if symbol and symbol in "([{":
            chains.append(0)
            longest.append(0)
        elif symbol and symbol in ")]}" and len(chains) > 1:
            inside = max(chains.pop(), longest.pop())
            chains[-1] = max(chains[-1], inside)
        if len(chains) > MAX_DEPTH + 1:
            raise TooDeepError(f"brackets nest deeper than {MAX_DEPTH} levels, which Python refuses too", line)
        deep += max(0, len(chains) - USUAL_DEPTH)
        if deep > MAX_DEEP:
            raise TooDeepError(f"too many brackets nest deeper than {USUAL_DEPTH} levels", line)
        if chains[-1] > MAX_CHAIN:
            raise TooDeepError(f"one expression chains more than {MAX_CHAIN} operators, calls or attributes", line)


def _check_branches(text: str) -> None:
    """A long run of elif is as deep a tree."""
    runs: dict[str, int] = {}
    for branch in _BRANCH.finditer(text):
        indent = branch[1]
        runs[indent] = runs.get(indent, 0) + 1 if branch[2] else 0
        if runs[indent] > MAX_CHAIN:
            raise TooDeepError(f"one if statement has more than {MAX_CHAIN} branches", text.count("\n", 0, branch.start()) + 1)
