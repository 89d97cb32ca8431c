"""The data that flows through an audit, in pipeline order: source, usages, findings, hazards, audit.

Everything here is frozen, slotted and picklable; no libcst node appears in it.
Offsets count code points from the start of a file's text; lines and columns count from 1; ends are exclusive.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, Literal, get_args

from mindaudit_data.versions import TARGETS, TORCH
from mindaudit_data.vocabulary import Grade
from mindaudit_data.vocabulary import Verdict as Verdict

Certainty = Literal["certain", "likely", "possible"]
Cause = Literal["const", "config", "shape", "data"]
Context = Literal["network", "training", "data", "host", "unknown"]
UsageKind = Literal["call", "base", "decorator", "annotation", "reference", "attribute", "operator", "import"]
SITE_KINDS: Final[frozenset[UsageKind]] = frozenset({"call", "base", "decorator", "operator", "attribute"})
"""The usages that figures count. Imports, annotations and names that are only mentioned are listed, but nobody has to move them."""
Severity = Literal["error", "warning", "note"]
SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
"""Worst first."""
Span = tuple[int, int]
AROUND: Final = "the statements around it change with it"
"""The difference of a pattern: what it writes is no substitute in its place alone."""
LOST: Final = " itself keeps its old value"
"""Ends the difference of an in-place call inside an expression: whether anything reads the old value is for a person to see."""


def is_substitute(differences: Iterable[str]) -> bool:
    """Whether code with these differences can be written in the place of a usage, and nothing around it changes."""
    return not any(each.endswith((LOST, AROUND)) for each in differences)


@dataclass(frozen=True, slots=True)
class Target:
    """What the code is to run on after the migration."""

    mindspore: str = TARGETS[-1]
    mode: str = "graph"
    backend: str = "ascend"
    torch: str = TORCH
    syntax: str = "lax"
    """MindSpore's `jit_syntax_level`, whose own default this is; without effect in PyNative mode."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file could not be audited, or where the analysis gave up."""

    code: str
    """MA901 cannot be parsed, MA902 cannot be read, MA903 gave up."""
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell of a notebook inside its concatenated text."""

    number: int
    """Counts all cells from 1, as an editor shows them."""
    first_line: int
    """The line of the concatenated text on which the cell starts."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One Python file or notebook that was found, with its text or the reason why there is none."""

    path: str
    """Where to read it."""
    name: str
    """How reports call it: relative to the scanned folder, with "/"."""
    text: str = ""
    problem: Problem | None = None
    cells: tuple[Cell, ...] = ()
    left_out: tuple[Problem, ...] = ()
    """Parts that could not be read while the rest could: a notebook's cells that are no valid Python."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Turns offsets into a text's lines and columns."""

    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Lines:
        """The table of a text in which a line ends with "\\n" (or "\\r\\n", or a lone "\\r")."""
        if "\r" in text:
            return cls((0, *(end.end() for end in re.finditer(r"\r\n?|\n", text))))
        return cls((0, *accumulate([len(line) + 1 for line in text.split("\n")[:-1]])))  # the same, four times as fast

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


@dataclass(frozen=True, slots=True)
class Value:
    """What is known about the run-time value of an expression."""

    types: frozenset[str] = frozenset()
    """Every type it can have, or empty when nothing is known. Names: int float bool complex str bytes None ellipsis slice tuple list
    dict set function class tensor size dtype device module ("module": a torch.nn.Module object) numpy (its arrays and numbers), other."""
    constant: bool = False
    """Whether it is one known literal; `literal` then holds it (a dtype's literal is its torch name)."""
    literal: Any = None
    items: tuple[Value, ...] | None = None
    """Of a tuple or list whose length is known."""
    rank: int | None = None
    """Of a tensor."""
    dtype: str | None = None
    """Of a tensor: float32, int64, bool, … or the families float, int, complex; None when unknown."""
    torch_name: str | None = None
    """Of a class, function or module object from torch: its public name."""
    cause: Cause | None = None
    """What it depends on; None when unknown."""
    entries: tuple[tuple[str, Value], ...] | None = None
    """Of a dict whose keys are all known, by key."""
    defines: frozenset[str] = frozenset()
    """Of the receiver of a module's method: what its class and their bases in the project define."""
    optional: bool = False
    """Of an entry of a dict: whether the dict may be without it."""
    computed: bool = False
    """Of an argument: whether it can be a tensor that torch has computed, or a part of one, and so no Parameter."""
    squeezed: bool = False
    """Of an argument: whether it is what `squeeze()` gives, so that a tensor of one element has no dimensions."""
    parameter: bool = False
    """Of a receiver: whether it is a Parameter that its own expression makes. Of a tuple or list: whether one can stand in it."""
    dtypes: frozenset[str] = frozenset()
    """Of a tuple or list whose length is unknown: the dtypes of tensors in it, as far as they are known."""
    complex: bool = False
    """Whether it is a tensor known to be complex, a dtype that is, or a list of complex numbers, be it in some calls only."""
    perhaps: frozenset[str] = frozenset()
    """Of a tensor of unknown dtype: those of whole numbers and truth values that it has in some calls, or that the code asks for."""
    empty: bool = False
    """Of an argument that is a tuple or list: whether a tensor in it can be one that starts empty, with the shape (0,).

    Of one that is a tensor: whether it can be a part whose end is calculated.
    """
    tensors: bool = False
    """Whether it is a tuple or list that holds a tensor which may have dimensions, or what NumPy holds, be it in some calls only."""
    array: bool = False
    """Of one whose types are not all known: whether it can be an array of NumPy."""

    @property
    def is_python_type(self) -> bool:
        """Whether it is a type of Python that is given for a dtype: `float`, which torch takes for torch.float64."""
        return self.types == {"dtype"} and self.constant and self.torch_name is None


ANY = Value()


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument as it is written at a call site."""

    span: Span
    """The value alone, without keyword, star or comma."""
    keyword: str | None = None
    star: Literal["", "*", "**"] = ""
    value: Value = ANY
    held: str = ""
    """Of one that a partial object holds: how it is read from the object, whose span it has (`.keywords["dim"]`)."""


@dataclass(frozen=True, slots=True)
class Held:
    """One API that a call through a partial object may reach, and what the object holds for it."""

    name: str
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """One place in the source where a torch API is used. Its text is `text[span[0]:span[1]]` of its file."""

    span: Span
    kind: UsageKind
    torch_name: str
    certainty: Certainty
    alternatives: tuple[str, ...] = ()
    function: str = ""
    """Qualified name of the enclosing function or class in its module, "" at module level."""
    context: Context = "unknown"
    callee: Span | None = None
    """Of a call: the expression before the parenthesis."""
    receiver: Argument | None = None
    """Of a method call or attribute of an object (`x` in `x.view(2)`, `x.T`); None for `torch.Tensor.view(x, 2)`."""
    arguments: tuple[Argument, ...] = ()
    """Of a call: as written; of an operator: its operands."""
    statement: bool = False
    """Whether the call is a whole expression statement, so that its result is not used."""
    whole: Literal["", "assigned", "returned"] = ""
    """Whether the call is all that a statement assigns to its targets, or returns."""
    result_named: bool = False
    """Whether the result is unpacked, indexed by a constant or read by `.values`/`.indices` and the like."""
    thawed: bool = False
    """Whether a loop over the result sets its items' `requires_grad` to something that is not surely False."""
    stepped: bool = False
    """Whether the result is handed to `next`, which takes iterators only."""
    rewritten: bool = False
    """Whether it is rewritten with recipes at hand outside of classes, so that one may stand for what works in most cases only."""
    unused: bool = False
    """Of an import: whether nothing uses it."""
    held: tuple[Held, ...] = ()
    """Of a call that may go through a partial object: every way in which it reaches its names; empty where nothing is held."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why the table says what it says."""

    grade: Grade = "none"
    detail: str = ""
    gradients: bool = False
    """Whether an execution compared gradients too."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A usage judged against a target."""

    usage: Usage
    verdict: Verdict
    code: str | None = None
    mindspore_name: str | None = None
    substitution: str | None = None
    imports: tuple[str, ...] = ()
    """Import lines that the substitution needs."""
    recipe: str | None = None
    """Name in `mindaudit_data.recipes`."""
    differences: tuple[str, ...] = ()
    reason: str = ""
    evidence: Evidence = Evidence()
    severity: Severity | None = None
    """Only where the configuration gives the code a level."""


@dataclass(frozen=True, slots=True)
class Mitigation:
    """What to write instead of a hazard."""

    text: str
    code: str = ""
    text_zh: str = ""
    replaces: Span | None = None
    """What the code stands for; None for the hazard's own place."""


@dataclass(frozen=True, slots=True)
class Hazard:
    """A place that breaks or slows graph compilation, or a training pattern that changes shape as a whole."""

    span: Span
    code: str
    message: str
    certainty: Certainty
    severity: Severity
    cause: Literal["data", "shape"] | None = None
    function: str = ""
    context: Context = "unknown"
    mitigation: Mitigation | None = None
    call_path: tuple[str, ...] = ()
    """For MA4xx: functions from the network's forward to this one."""
    message_zh: str = ""


@dataclass(frozen=True, slots=True)
class ThirdParty:
    """A call of another library that takes or gives tensors (MA106)."""

    span: Span
    name: str
    substitute: str = ""


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A result that a comment in the source accepts."""

    result: Finding | Hazard
    reason: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result is, as reports say it."""

    path: str
    """Of a notebook with its cell: "look.ipynb#cell3"."""
    line: int
    """Inside the cell of a notebook."""
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class FileAudit:
    """All results about one file. Findings and hazards are ordered by position."""

    path: str
    """As reports call it."""
    status: Literal["analyzed", "no-torch", "problem"]
    problem: Problem | None = None
    findings: tuple[Finding, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    third_party: tuple[ThirdParty, ...] = ()
    gave_up: tuple[Problem, ...] = ()
    """MA903 rows of a file that was analyzed."""
    suppressed: tuple[Suppressed, ...] = ()
    """Results that `# mindaudit: ignore[…]` comments accept; they are in neither `findings` nor `hazards`."""
    text: str = ""
    """The source, for excerpts and positions; "" with --no-source is the renderer's business, not this field's."""
    cells: tuple[Cell, ...] = ()

    def place(self, result: Finding | Hazard | ThirdParty) -> Place:
        """Where one of the file's results is."""
        start, end = result.usage.span if isinstance(result, Finding) else result.span
        lines = _lines_of(self.text)
        (line, column), (end_line, end_column) = lines.position(start), lines.position(end)
        cell = next((cell for cell in reversed(self.cells) if cell.first_line <= line), None)
        above = cell.first_line - 1 if cell else 0
        return Place(f"{self.path}#cell{cell.number}" if cell else self.path, line - above, column, end_line - above, end_column)


@lru_cache(maxsize=16)
def _lines_of(text: str) -> Lines:
    return Lines.of(text)


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of a scan, before any rendering. Files are ordered by path."""

    root: str
    target: Target
    files: tuple[FileAudit, ...]
    tool_version: str
    data_version: str
    stamp: str | None = None
    """ISO time, only with --stamp."""
    made: str | None = None
    """ISO date."""
    commit: str | None = None
    """What git has checked out in the scanned folder."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    others: tuple[Audit, ...] = ()
    """The same files held against the further targets that were asked for, in the order given."""
    folder: str = ""
    """Absolute path of the folder that the files' paths are relative to; no report shows it."""
    named: frozenset[str] = frozenset()
    """Files that were named by hand."""
