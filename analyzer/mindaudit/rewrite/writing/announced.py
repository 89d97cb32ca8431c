"""What rewritten files leave to be done by hand: read from their comments, by class."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePosixPath
from typing import NamedTuple

from mindaudit.rewrite.imports.settled import COPIED, HEADER
from mindaudit.rewrite.text.edits import PREFIX
from mindaudit.rewrite.text.lines import indent_before
from mindaudit.rewrite.text.marks import tokens
from mindaudit.rewrite.text.trees import parsed
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.wrap import MORE
from mindaudit.sources.syntax import UNREADABLE

_SHOWN = 20
"""How many classes that need work are named."""
_HEADS = (HEADER, COPIED)
_CODE = re.compile(r"MA\d{3}(?=\))")
_NAME = re.compile(r"\b[a-z_]\w*(?:\.\w+)+")


class Remark(NamedTuple):
    """A remark: the line where it begins, and the code of its hazard or the name of what has no counterpart."""

    line: int
    cause: str


@dataclass(frozen=True, slots=True)
class Part:
    """A class of a file, or the code outside of classes, with its remarks."""

    file: str
    name: str
    """"" outside of classes."""
    remarks: tuple[Remark, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """The lines of its remarks."""
        return tuple([each.line for each in self.remarks])


def parts_of(outcome: Outcome) -> Iterator[Part]:
    """The outermost classes of a file, and the rest of it where that has remarks.

    In a file that was left as it is, its problem counts in each class, or once. A file that Python does not read gives nothing.
    """
    if outcome.path.suffix != ".py" or outcome.new.startswith(COPIED):
        return
    try:
        tree, remarks = parsed(outcome.new), list(_remarks(outcome.new))
    except UNREADABLE:
        return
    if outcome.problem and outcome.new and not any(isinstance(node, ast.ClassDef) for node in tree.body):
        remarks.append(Remark(1, outcome.problem))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            end = node.end_lineno or node.lineno
            own = [Remark(node.lineno, outcome.problem)] if outcome.problem else []
            own += [each for each in remarks if node.lineno <= each.line <= end]
            remarks = [each for each in remarks if each not in own]
            yield Part(outcome.name, node.name, tuple(own))
    if remarks:
        yield Part(outcome.name, "", tuple(remarks))


def _remarks(text: str) -> Iterator[Remark]:
    """The remarks of a file, which stand in lines of their own."""
    if text.count(PREFIX) == text.count(HEADER):
        return
    comments = [token for token in tokens(text) if token.kind == tokenize.COMMENT and indent_before(text, token.span[0]) is not None]
    for number, token in enumerate(comments, 1):
        if token.text.startswith(PREFIX) and not token.text.startswith(_HEADS):
            further = takewhile(lambda each: each.text.startswith(MORE), comments[number:])
            told = " ".join([token.text.removeprefix(PREFIX), *(each.text.removeprefix(MORE) for each in further)])
            yield Remark(text.count("\n", 0, token.span[0]) + 1, _cause(told))


def _cause(remark: str) -> str:
    found = _CODE.search(remark) or _NAME.search(remark)
    return found[0] if found else remark


def causes(parts: Iterable[Part]) -> Counter[str]:
    """How many remarks each cause has."""
    return Counter(remark.cause for part in parts for remark in part.remarks)


def told(parts: Sequence[Part]) -> list[str]:
    """The summary of the classes: how many run after the rewrite, by package, and what the others need."""
    classes = [part for part in parts if part.name]
    open_parts = [part for part in parts if part.places]
    if not parts:
        return []
    lines = [_count("", classes)] if classes else []
    packages: dict[str, list[Part]] = {}
    for part in classes:
        packages.setdefault(PurePosixPath(part.file).parts[0] if "/" in part.file else "", []).append(part)
    if len(packages) > 1:
        lines += [_count(f"  {name or '.'}: ", own) for name, own in sorted(packages.items()) if any(part.places for part in own)]
    lines += [_needs(part) for part in open_parts[:_SHOWN]]
    return [*lines, f"  … and {len(open_parts) - _SHOWN} more"] if len(open_parts) > _SHOWN else lines


def _count(start: str, classes: Sequence[Part]) -> str:
    done = sum(not part.places for part in classes)
    places = sum(len(part.places) for part in classes)
    rest = f", the others need {places} {'place' if places == 1 else 'places'}" if places else ""
    return f"{start}{done} of {len(classes)} classes run after the rewrite as far as is known{rest}"


def _needs(part: Part) -> str:
    subject = f"{part.file}, class {part.name}" if part.name else f"{part.file}, outside of classes"
    return f"  {subject}: {', '.join(f'line {line}' for line in part.places)}"
