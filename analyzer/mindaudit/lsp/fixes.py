"""Edits of a document: substitutions with the imports that they need, and comments that accept a result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mindaudit.model import FileAudit, Finding, Lines, Span
from mindaudit.policy.suppressions import directives

_IMPORT = re.compile(r"(?:import|from)\s")
_REST = re.compile(r"[^\r\n]*")
_SURE = ("supported", "equivalent")


@dataclass(frozen=True, slots=True)
class Edit:
    """New text for a span."""

    span: Span
    text: str


def substitution(file: FileAudit, finding: Finding) -> list[Edit]:
    """One finding's substitution, after the imports that it needs."""
    return [*_imports(file, finding.imports), Edit(finding.usage.span, finding.substitution or "")]


def every_sure(file: FileAudit) -> list[Edit]:
    """The substitutions of all findings that are certain and give the same; of nested ones the outer, which holds the inner."""
    chosen: list[Finding] = []
    sure = (each for each in file.findings if _is_sure(file, each))
    for finding in sorted(sure, key=lambda each: (each.usage.span[0], -each.usage.span[1])):
        if not chosen or finding.usage.span[0] >= chosen[-1].usage.span[1]:
            chosen.append(finding)
    if not chosen:
        return []
    imports = dict.fromkeys(line for finding in chosen for line in finding.imports)
    return [*_imports(file, imports), *(Edit(each.usage.span, each.substitution or "") for each in chosen)]


def accepting(file: FileAudit, span: Span, code: str, reason: str) -> Edit | None:
    """A comment that accepts a code where a result begins or ends; None where no comment can stand."""
    before, comment = len(directives(file.text)), f"  # mindaudit: ignore[{code}] {reason}"
    for offset in (span[0], max(span[0], span[1] - 1)):
        rest = _REST.match(file.text, offset)
        end = rest.end() if rest else len(file.text)
        # inside of a text it would be no comment
        if len(directives(file.text[:end] + comment + file.text[end:])) > before:
            return Edit((end, end), comment)
    return None


def _is_sure(file: FileAudit, finding: Finding) -> bool:
    written = file.text[slice(*finding.usage.span)]
    changes = finding.substitution not in (None, written)
    return changes and finding.verdict in _SURE and finding.usage.certainty == "certain" and not finding.differences


def _imports(file: FileAudit, wanted: Iterable[str]) -> Iterator[Edit]:
    """The edit that adds the import lines that a file lacks, before its first import of torch."""
    missing = [line for line in wanted if not re.search(rf"^{re.escape(line)}\s*$", file.text, re.MULTILINE)]
    lines = Lines.of(file.text)
    for usage in (each.usage for each in file.findings if each.usage.kind == "import"):
        start = lines.starts[lines.position(usage.span[0])[0] - 1]
        if missing and _IMPORT.match(file.text, start):
            yield Edit((start, start), "".join(f"{line}\n" for line in missing))
            return
