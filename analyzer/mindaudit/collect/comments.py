"""Signature types in comments, as PEP 484 wrote them before annotations: `# type: (Tensor, int) -> Tensor`."""

from __future__ import annotations

import re

import libcst as cst

_SIGNATURE = re.compile(r"#\s*type:\s*\((.*)\)\s*->\s*(.+)")


def signature_comment(node: cst.FunctionDef) -> tuple[list[str], str] | None:
    """The parameter types and the result type that a comment on the `def` line or the first body line gives."""
    body = node.body
    if not isinstance(body, cst.IndentedBlock):
        return None
    comments = [body.header.comment]
    if body.body:
        comments += [line.comment for line in getattr(body.body[0], "leading_lines", ())]
    for comment in comments:
        match = _SIGNATURE.match(comment.value) if comment else None
        if match:
            return [part.lstrip("*") for part in _split(match[1])], match[2].rstrip()
    return None


def _split(text: str) -> list[str]:
    """The parts between top-level commas."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char in "[(":
            depth += 1
        elif char in "])":
            depth -= 1
        elif char == "," and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()] if text.strip() else []
