"""The answer of a mapping row for a usage: the names, imports, evidence and reason from which a finding is made."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace
from typing import Final

from mindaudit.classify.names import ROOTS, full_name, import_line
from mindaudit.classify.table import Table
from mindaudit.classify.template import Template
from mindaudit.model import Evidence, Verdict
from mindaudit.sources.syntax import or_none, parse_enclosed, parse_statements

NO_EVIDENCE: Final = Evidence()
_CODES: Final[dict[Verdict, str]] = {"custom-op": "MA101", "composable": "MA102", "equivalent": "MA103", "unknown": "MA104"}
_SECONDARY: Final = re.compile(r"mindspore\.(ops\.cast|Tensor|(u?int|float|bfloat|complex)\d+|bool_?|\w*_)")
_GUARD: Final = {ord(letter): 0x1D5BA - 97 + ord(letter) if letter.islower() else 0x1D5A0 - 65 + ord(letter) for letter in "mindsporeatTnt"}
_UNGUARD: Final = {guard: letter for letter, guard in _GUARD.items()}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one usage, before it becomes a finding."""

    verdict: Verdict
    substitution: str | None = None
    mindspore_name: str | None = None
    recipe: str | None = None
    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    evidence: Evidence = NO_EVIDENCE
    open: bool = False
    """Whether a condition could not be decided."""
    stranger: bool = False
    """Whether the name is not a torch API."""

    def saying(self, *notes: str) -> Answer:
        """The answer with additional notes."""
        return replace(self, notes=notes)

    def assuming(self, condition: str) -> Answer:
        """The answer under the assumption of a condition that cannot be decided here."""
        return replace(self, notes=(*self.notes, f"Taken for granted here: {condition}"), open=True)

    @property
    def text(self) -> str:
        """The reason as one text."""
        return " ".join(dict.fromkeys(map(_sentence, filter(None, self.notes))))


def _sentence(note: str) -> str:
    """A note as a sentence; names keep their case."""
    first = note.split(maxsplit=1)[0]
    start = first.capitalize() if first.isalpha() and first.islower() else first
    return start + note[len(first) :] + ("" if note.endswith((".", "!", "?")) else ".")


def code_of(answer: Answer) -> str | None:
    """The message code of an answer."""
    return "MA105" if answer.stranger else _CODES.get(answer.verdict)


def mindspore_name(template: Template, table: Table, receiver: str = "mindspore.Tensor") -> tuple[str | None, str | None]:
    """The API that does the work of a template, and its recipe if it calls one. Casts and dtypes come second.

    `receiver` is the class whose methods the template takes off an object, "" if that is not known.
    """
    recipe = next((name for name in template.names if "." not in name and table.is_recipe(name)), None)
    if recipe:
        return f"mindaudit_data.recipes.{recipe}", recipe
    if template.plain.startswith("."):
        return f"{receiver}{template.plain}" if receiver else None, None
    found = [full for name in template.names if (full := full_name(name))]
    first = next((name for name in found if not _SECONDARY.fullmatch(name)), None)
    attributes = (
        placeholder.attribute for placeholder in template.placeholders if placeholder.attribute not in ("", "dtype", "shape", "ndim")
    )
    method = next((f"{receiver}.{attribute}" for attribute in attributes if receiver), None)
    return first or method or (found[0] if found else None), None


def imports_of(substitution: str, recipe: str | None) -> tuple[str, ...]:
    """The import lines that the names in a substitution need."""
    roots = dict.fromkeys(re.findall(r"(?<![\w.])(mindspore|ms|mint|ops|nn|Tensor|np)(?=[.(\[]|\b(?!\s*=))", substitution))
    lines = [line for root in roots if (line := import_line(root))]
    return (*lines, *((f"from mindaudit_data.recipes import {recipe}",) if recipe else ()))


def written_out(substitution: str, shadowed: frozenset[str]) -> str:
    """The substitution, in which names that the user's scope binds otherwise are written in full, from `mindspore` on."""
    roots = [root for root in ROOTS if root in shadowed and root not in ("mindspore", "ms")]
    if not roots:
        return substitution
    return re.sub(rf"(?<![\w.])({'|'.join(roots)})(?=[.(])", lambda match: ROOTS[match[1]], substitution)


def guarded(text: str, shadowed: frozenset[str]) -> str:
    """The text, in which names that differ in meaning from those in substitutions are replaced, letter for letter."""
    roots = [root for root in ROOTS if root in shadowed]
    if not roots:
        return text
    return re.sub(rf"(?<![\w.])(?:{'|'.join(roots)})(?=\s*[.(])", lambda match: match[0].translate(_GUARD), text)


def unguarded(text: str, shadowed: frozenset[str]) -> str:
    """The text before it was guarded."""
    return text.translate(_UNGUARD) if shadowed and not text.isascii() else text


def is_operation(text: str) -> bool:
    """Whether an expression is the result of an operator, to which there is no other reference."""
    return isinstance(or_none(parse_enclosed, text), (ast.BinOp, ast.UnaryOp, ast.Compare))


def is_assignable(text: str) -> bool:
    """Whether an expression can stand on the left of an assignment."""
    return or_none(parse_statements, f"{text} = None") is not None
