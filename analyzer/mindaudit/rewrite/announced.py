"""What rewritten files leave to a person: read off their remarks, by class."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from mindaudit.rewrite.edits import PREFIX
from mindaudit.rewrite.imports import COPIED, HEADER
from mindaudit.rewrite.marks import tokens
from mindaudit.rewrite.run import Outcome
from mindaudit.rewrite.trees import parsed
from mindaudit.rewrite.wrap import MORE

_SHOWN = 20
"""How many classes that need work are named."""
_HEADS = (HEADER, COPIED)
_CODE = re.compile(r"MA\d{3}(?=\))")
_NAME = re.compile(r"\b[a-z_]\w*(?:\.\w+)+")


@dataclass(frozen=True, slots=True)
class Part:
    """A class of a file, or what stands outside of classes, and the lines of its remarks."""

    file: str
    name: str
    """"" outside of classes."""
    places: tuple[int, ...]


def parts_of(outcome: Outcome) -> Iterator[Part]:
    """The outermost classes of a file, and the rest of it where that has remarks."""
    if outcome.problem or outcome.path.suffix != ".py" or outcome.new.startswith(COPIED):
        return
    try:
        tree, remarks = parsed(outcome.new), list(_remarks(outcome.new))
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            end = node.end_lineno or node.lineno
            own = [line for line in remarks if node.lineno <= line <= end]
            remarks = [line for line in remarks if line not in own]
            yield Part(outcome.name, node.name, tuple(own))
    if remarks:
        yield Part(outcome.name, "", tuple(remarks))


def _remarks(text: str) -> Iterator[int]:
    for token in tokens(text):
        if token.kind == tokenize.COMMENT and token.text.startswith(PREFIX) and not token.text.startswith(_HEADS):
            yield text.count("\n", 0, token.span[0]) + 1


def causes(outcomes: Sequence[Outcome]) -> Counter[str]:
    """How many remarks each cause has: the code of a hazard, or the name of what has no counterpart."""
    files = (each.new for each in outcomes if each.path.suffix == ".py" and not each.problem and not each.new.startswith(COPIED))
    return Counter(_cause(remark) for text in files for remark in _texts(text))


def _texts(text: str) -> Iterator[str]:
    """The remarks of a file, each in one line."""
    remark = ""
    for line in (*map(str.strip, text.splitlines()), ""):
        if remark and line.startswith(MORE):
            remark += f" {line.removeprefix(MORE)}"
            continue
        if remark:
            yield remark
        remark = line.removeprefix(PREFIX) if line.startswith(PREFIX) and not line.startswith(_HEADS) else ""


def _cause(remark: str) -> str:
    found = _CODE.search(remark) or _NAME.search(remark)
    return found[0] if found else remark


def told(outcomes: Sequence[Outcome]) -> list[str]:
    """What is said of the classes: how many run after the rewrite, by package, and which of the others need what."""
    parts = [part for outcome in outcomes for part in parts_of(outcome)]
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
