"""Merges a substitution into the text that it replaces, token by token, so that line breaks, spacing and comments stay."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from mindaudit.rewrite.text.layout import laid_by_parts
from mindaudit.rewrite.text.marks import tokens
from mindaudit.sources.syntax import or_none, parse_enclosed, parse_statements

_TORN = re.compile(r"^\s*\w+\s*\n\s*\.|\n\s*(?:,|\[\w+\])")
"""A module's name, the index of what a chain gives, or a comma that begins a line."""
_LINE_BEGIN = re.compile(r"\n\s*(.)")
_BEFORE_INDEX = re.compile(r"\s*\n\s*(?=\[\w+\]$)")
_MANY = 500
"""From here on difflib takes seconds: its time grows with the square of the words."""
_BLANK = (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT)


class Word(NamedTuple):
    """A token and the whitespace and comments before it."""

    before: str
    text: str


def merged(original: str, substitution: str) -> str | None:
    """The substitution in the original's layout; None if a comment would be lost or the meaning be changed by that."""
    try:
        old, new = words(original), words(substitution)
    except ValueError:
        return None
    laid = "".join(_laid(old, new))
    by_parts = laid_by_parts(original, substitution, _over) if "\n" in original else None
    lines, comments, breaks, meant = original.count("\n"), _comments(original), _breaks(original), or_none(_dumped, substitution)
    ways = (
        *sorted((by_parts or laid, laid), key=lambda each: abs(each.count("\n") - lines)),
        substitution,
        _BEFORE_INDEX.sub("", substitution),
    )
    fit = [
        text
        for text in (ways[::-1] if _is_chain(original) and "\n" not in substitution else ways)
        if meant is not None and or_none(_dumped, text) == meant and comments == _comments(text) and (breaks or not _breaks(text))
    ]
    return next((text for text in fit if not _TORN.search(text)), fit[0] if fit else None)


def _is_chain(text: str) -> bool:
    """Whether lines end before the dots of methods alone: what calls functions instead has no such places."""
    return "\n" in text and all(after == "." for after in _LINE_BEGIN.findall(text))


def _over(original: str, substitution: str) -> str:
    return "".join(_laid(words(original), words(substitution)))


def words(text: str) -> list[Word]:
    """The tokens of an expression or assignment, each with what stands before it. Raises ValueError."""
    found, position = [], 1
    wrapped = f"({text}\n)"
    for token in tokens(wrapped)[1:]:
        if token.kind in _BLANK or token.span[0] > len(text):
            continue
        found.append(Word(wrapped[position : token.span[0]], token.text))
        position = token.span[1]
    return found


def _laid(old: Sequence[Word], new: Sequence[Word]) -> Iterator[str]:
    carried = ""
    for operation, i, i_end, j, j_end in _operations([word.text for word in old], [word.text for word in new]):
        if operation == "equal":
            for k in range(i_end - i):
                space = old[i + k].before if k else _joined(carried, old[i].before if j else "", new[j].before, changed=bool(i or j))
                yield space + old[i + k].text
            carried = ""
            continue
        gone = [word.before for word in old[i:i_end]]
        if _is_last_comma(old, i, i_end, new, j, j_end):
            yield old[i].before + ","
            continue
        following = old[i_end].before if i_end < len(old) else ""
        first = gone[0] if gone else following if _opens(new, j) else ""
        for number, word in enumerate(new[j:j_end]):
            yield (_kept(first) or word.before if not number else word.before) + word.text
        if j < j_end:
            taken = bool(_kept(first))
            carried = "".join(piece for piece in gone[1:] if "#" in piece)
            if not gone and taken:
                carried = "\0"
        else:
            carried = "".join(piece for piece in gone if "#" in piece)


def _operations(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """The operations of difflib that lead from some words to others. Of many words what both begin and end with is not searched."""
    begin = end = 0
    if len(old) > _MANY:
        begin = _common(old, new)
        end = _common(old[begin:][::-1], new[begin:][::-1])
    last, new_last = len(old) - end, len(new) - end
    if begin:
        yield "equal", 0, begin, 0, begin
    for operation, i, i_end, j, j_end in SequenceMatcher(None, old[begin:last], new[begin:new_last], autojunk=False).get_opcodes():
        yield operation, begin + i, begin + i_end, begin + j, begin + j_end
    if end:
        yield "equal", last, len(old), new_last, len(new)


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words are the same at the beginning."""
    return next((n for n, (word, other) in enumerate(zip(old, new, strict=False)) if word != other), min(len(old), len(new)))


def _opens(new: Sequence[Word], j: int) -> bool:
    """Whether what is inserted begins an argument, so that a line break belongs before it."""
    return j == 0 or (new[j - 1].text in ("(", "[", "{", ",") and new[j].text not in (")", "]", "}", ","))


def _kept(space: str) -> str:
    return space if "\n" in space or "\r" in space or "#" in space else ""


def _joined(carried: str, old: str, new: str, changed: bool) -> str:
    """What stands before a token that stays, after a change: comments that were on the way, then the old line break or the new space."""
    if carried == "\0":
        return new
    if carried:
        return carried + (_kept(old) if "#" in old else "")
    return (_kept(old) or new) if changed else old


def _is_last_comma(old: Sequence[Word], i: int, i_end: int, new: Sequence[Word], j: int, j_end: int) -> bool:
    """Whether only the comma after the last argument would go."""
    if j != j_end or i_end != i + 1 or old[i].text != "," or not 0 < j < len(new):
        return False
    return new[j].text in (")", "]", "}") and new[j - 1].text not in ("(", "[", "{", ",")


def _dumped(text: str) -> str:
    return ast.dump(or_none(parse_enclosed, text) or parse_statements(text.strip()))


def _breaks(text: str) -> bool:
    """Whether a line ends outside of all brackets, which only works if there are some around the text."""
    if "\n" not in text and "\r" not in text:
        return False
    depth = 0
    for word in words(text):
        if depth == 0 and _kept(word.before) and "\\" not in word.before:
            return True
        depth += (word.text in ("(", "[", "{")) - (word.text in (")", "]", "}"))
    return False


def _comments(text: str) -> list[str]:
    found = tokens(f"({text}\n)") if "#" in text else ()
    return [token.text.rstrip() for token in found if token.kind == tokenize.COMMENT]
