"""Turns the audit of a file into the protocol's diagnostics, hovers and code actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from lsprotocol import types
from pygls.workspace import PositionCodec

from mindaudit.errors import UsageError
from mindaudit.model import FileAudit, Finding, Hazard, Lines, Problem, Span, Target, Verdict

SEVERITIES: Mapping[str, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
VERDICTS: Mapping[Verdict, types.DiagnosticSeverity] = {
    "custom-op": types.DiagnosticSeverity.Error,
    "composable": types.DiagnosticSeverity.Warning,
    "equivalent": types.DiagnosticSeverity.Information,
    "unknown": types.DiagnosticSeverity.Hint,
}
_IMPORT = re.compile(r"(?:import|from)\s")


class Answers:
    """Everything that can be said about one version of one document."""

    def __init__(self, file: FileAudit, target: Target, codec: PositionCodec) -> None:
        """`codec` knows the unit of columns that client and server agreed on."""
        self.file = file
        self._target = target
        self._codec = codec

    @cached_property
    def _lines(self) -> Lines:
        return Lines.of(self.file.text)

    @cached_property
    def _rows(self) -> list[str]:
        """The lines as the codec takes them: each ends with one line feed."""
        ends = pairwise((*self._lines.starts, len(self.file.text)))
        return [self.file.text[start:end].rstrip("\r\n") + "\n" for start, end in ends]

    def diagnostics(self) -> list[types.Diagnostic]:
        """The problem of the file, or its findings that need work, its hazards, and a notebook's cells that are no Python."""
        if self.file.problem:
            return [_problem(self.file.problem)]
        found = [_problem(each) for each in self.file.gave_up if each.code == "MA901"]
        found += [
            _diagnostic(self.range(each.usage.span), each.code, f"{each.usage.torch_name}: {each.reason}", _severity(each))
            for each in self.file.findings
            if each.code
        ]
        return found + [_hazard(self.range(each.span), each) for each in self.file.hazards]

    def hover(self, position: types.Position) -> types.Hover | None:
        """What is known about the innermost usage at a position, and the hazards there."""
        offset = self.offset(position)
        findings = sorted(
            (each for each in self.file.findings if _covers(each.usage.span, offset)), key=lambda each: _size(each.usage.span)
        )
        hazards = [each for each in self.file.hazards if _covers(each.span, offset)]
        if not findings and not hazards:
            return None
        parts = [self._about(findings[0])] if findings else []
        parts += map(_about_hazard, hazards)
        span = findings[0].usage.span if findings else hazards[0].span
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(parts)), self.range(span))

    def _about(self, finding: Finding) -> str:
        head = f"**{finding.usage.torch_name}** → {f'`{finding.mindspore_name}`' if finding.mindspore_name else 'no counterpart'}"
        lines = [f"{head} — {finding.verdict}, {finding.usage.certainty}", finding.reason]
        lines += [f"- {difference}" for difference in finding.differences]
        lines.append(f"Evidence: {finding.evidence.grade}{f' ({finding.evidence.detail})' if finding.evidence.detail else ''}")
        parameters = _parameters(finding.usage.torch_name, self._target)
        if parameters:
            lines.append(parameters)
        return "\n\n".join(filter(None, lines)) + _code(finding.substitution or "")

    def actions(self, uri: str, span: types.Range) -> list[types.CodeAction]:
        """The substitutions that can be applied in a range, innermost first."""
        first, last = self.offset(span.start), self.offset(span.end)
        touched = [each for each in self.file.findings if each.substitution and each.usage.span[0] <= last and first <= each.usage.span[1]]
        found = []
        for finding in sorted(touched, key=lambda each: _size(each.usage.span)):
            edits = [*self._imports(finding), types.TextEdit(self.range(finding.usage.span), finding.substitution or "")]
            title = f"Replace {finding.usage.torch_name} by {_short(finding.substitution or '')}"
            found.append(types.CodeAction(title, types.CodeActionKind.QuickFix, edit=types.WorkspaceEdit({uri: edits})))
        return found

    def _imports(self, finding: Finding) -> Iterator[types.TextEdit]:
        """The edit that adds the imports that a substitution needs and the file lacks, before its first import of torch."""
        text = self.file.text
        missing = [line for line in finding.imports if not re.search(rf"^{re.escape(line)}\s*$", text, re.MULTILINE)]
        for usage in (each.usage for each in self.file.findings if each.usage.kind == "import"):
            start = self._lines.starts[self._lines.position(usage.span[0])[0] - 1]
            if missing and _IMPORT.match(text, start):
                yield types.TextEdit(self.range((start, start)), "".join(f"{line}\n" for line in missing))
                return

    def range(self, span: Span) -> types.Range:
        """The protocol's range of a span."""
        return types.Range(*(self._position(offset) for offset in span))

    def _position(self, offset: int) -> types.Position:
        line, column = self._lines.position(offset)
        return self._codec.position_to_client_units(self._rows, types.Position(line - 1, column - 1))

    def offset(self, position: types.Position) -> int:
        """The offset of a position in the client's units; beyond the end of a line it is that end."""
        if position.line >= len(self._rows):
            return len(self.file.text)
        found = self._codec.position_from_client_units(self._rows, position)
        return self._lines.starts[found.line] + found.character


def _diagnostic(place: types.Range, code: str | None, message: str, severity: types.DiagnosticSeverity) -> types.Diagnostic:
    return types.Diagnostic(place, message, severity, code, source="mindaudit")


def _problem(problem: Problem) -> types.Diagnostic:
    line = (problem.line or 1) - 1
    place = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
    return _diagnostic(place, problem.code, problem.message, types.DiagnosticSeverity.Information)


def _hazard(place: types.Range, hazard: Hazard) -> types.Diagnostic:
    advice = f" {hazard.mitigation.text}" if hazard.mitigation else ""
    return _diagnostic(place, hazard.code, f"{hazard.message}.{advice}", SEVERITIES[hazard.severity])


def _about_hazard(hazard: Hazard) -> str:
    return f"**{hazard.code}** ({hazard.certainty}) {hazard.message}" + _code(hazard.mitigation.code if hazard.mitigation else "")


def _severity(finding: Finding) -> types.DiagnosticSeverity:
    return SEVERITIES[finding.severity] if finding.severity else VERDICTS.get(finding.verdict, types.DiagnosticSeverity.Hint)


def _parameters(name: str, target: Target) -> str:
    """The parameters of both APIs side by side, as a table."""
    from mindaudit.tables.api_page import page

    try:
        rows = page(name, target).parameters
    except UsageError:
        return ""
    cells = [
        ("torch", "MindSpore"),
        ("---", "---"),
        *((f"`{ours}`" if ours else "", f"`{theirs}`" if theirs else "") for ours, theirs in rows),
    ]
    return "\n".join(f"| {ours} | {theirs} |" for ours, theirs in cells) if rows else ""


def _covers(span: Span, offset: int) -> bool:
    return span[0] <= offset <= span[1]


def _size(span: Span) -> int:
    return span[1] - span[0]


def _code(code: str) -> str:
    return f"\n\n```python\n{code}\n```" if code else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
