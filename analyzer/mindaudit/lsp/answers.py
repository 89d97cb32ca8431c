"""Converts the audit of a file to the protocol's diagnostics, hovers and code actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from lsprotocol import types
from pygls.workspace import PositionCodec

from mindaudit.errors import UsageError
from mindaudit.lsp import fixes
from mindaudit.lsp.wording import Speech
from mindaudit.model import FileAudit, Finding, Hazard, Lines, Problem, Span, Target, Verdict, is_substitute

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
ENGLISH = Speech()


class Answers:
    """All answers about one version of one document."""

    def __init__(self, file: FileAudit, target: Target, codec: PositionCodec, speech: Speech = ENGLISH) -> None:
        """`codec` knows the unit of columns that client and server agreed on."""
        self._speech = speech
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
            return [self._problem(self.file.problem)]
        found = [self._problem(each) for each in self.file.gave_up if each.code == "MA901"]
        found += [
            self._diagnostic(self.range(each.usage.span), each.code, self._speech.finding(each), _severity(each))
            for each in self.file.findings
            if each.code
        ]
        return found + [
            self._diagnostic(self.range(each.span), each.code, self._speech.hazard(each), SEVERITIES[each.severity])
            for each in self.file.hazards
        ]

    def _problem(self, problem: Problem) -> types.Diagnostic:
        line = (problem.line or 1) - 1
        place = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
        return self._diagnostic(place, problem.code, self._speech.note(problem.message), types.DiagnosticSeverity.Information)

    def _diagnostic(self, place: types.Range, code: str | None, message: str, severity: types.DiagnosticSeverity) -> types.Diagnostic:
        page = self._speech.page(code)
        return types.Diagnostic(place, message, severity, code, types.CodeDescription(page) if page else None, "mindaudit")

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
        parts += [self._about_hazard(each) for each in hazards]
        span = findings[0].usage.span if findings else hazards[0].span
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(parts)), self.range(span))

    def _about(self, finding: Finding) -> str:
        speech = self._speech
        head = (
            f"**{finding.usage.torch_name}** → {f'`{finding.mindspore_name}`' if finding.mindspore_name else speech.say('no counterpart')}"
        )
        lines = [f"{head} — {finding.verdict}, {finding.usage.certainty}", speech.note(finding.reason)]
        lines += [f"- {speech.note(difference)}" for difference in finding.differences]
        detail = f" ({speech.note(finding.evidence.detail)})" if finding.evidence.detail else ""
        lines.append(f"{speech.say('Evidence')}: {finding.evidence.grade}{detail}")
        parameters = _parameters(finding.usage.torch_name, self._target)
        if parameters:
            lines.append(parameters)
        return "\n\n".join(filter(None, lines)) + _code(finding.substitution or "")

    def _about_hazard(self, hazard: Hazard) -> str:
        message = hazard.message_zh if self._speech.lang == "zh" and hazard.message_zh else hazard.message
        return f"**{hazard.code}** ({hazard.certainty}) {message}" + _code(hazard.mitigation.code if hazard.mitigation else "")

    def actions(self, uri: str, span: types.Range) -> list[types.CodeAction]:
        """What can be done in a range: substitutions, innermost first, then acceptance of each result, then all sure substitutions."""
        first, last = self.offset(span.start), self.offset(span.end)
        findings = [each for each in self.file.findings if each.usage.span[0] <= last and first <= each.usage.span[1]]
        hazards = [each for each in self.file.hazards if each.span[0] <= last and first <= each.span[1]]
        findings.sort(key=lambda each: _size(each.usage.span))
        found = [self._replacing(uri, each) for each in findings if each.substitution and is_substitute(each.differences)]
        places = [*((each.code, each.usage.span) for each in findings if each.code), *((each.code, each.span) for each in hazards)]
        found += [action for code, place in dict(places).items() if (action := self._accepting(uri, code, place))]
        edits = fixes.every_sure(self.file) if found else []
        title = self._speech.say("Apply every sure substitution in this file")
        return [*found, *([self._action(uri, title, types.CodeActionKind.SourceFixAll, edits)] if edits else [])]

    def _replacing(self, uri: str, finding: Finding) -> types.CodeAction:
        title = self._speech.say("Replace {name} by {code}", name=finding.usage.torch_name, code=_short(finding.substitution or ""))
        return self._action(uri, title, types.CodeActionKind.QuickFix, fixes.substitution(self.file, finding))

    def _accepting(self, uri: str, code: str, span: Span) -> types.CodeAction | None:
        edit = fixes.accepting(self.file, span, code, self._speech.say("say why"))
        title = self._speech.say("Accept {code} here", code=code)
        return self._action(uri, title, types.CodeActionKind.QuickFix, [edit]) if edit else None

    def _action(self, uri: str, title: str, kind: types.CodeActionKind, edits: Sequence[fixes.Edit]) -> types.CodeAction:
        changes = [types.TextEdit(self.range(edit.span), edit.text) for edit in edits]
        return types.CodeAction(title, kind, edit=types.WorkspaceEdit({uri: changes}))

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
