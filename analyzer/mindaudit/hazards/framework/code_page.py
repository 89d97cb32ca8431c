"""`mindaudit explain CODE`: the page of a hazard or of another code of the audit, with its severities."""

from __future__ import annotations

from mindaudit.hazards.framework.severity import rows
from mindaudit.hazards.framework.wording import page, pages

_HEADER = ("Form", "MindSpore", "Mode", "Backend", "Severity", "Evidence")


def explain_code(code: str, language: str = "en") -> str:
    """The page as Markdown, with its title in the language ("en" or "zh"); UsageError for an unknown code."""
    found = page(code)
    parts = [f"# {found.code}: {found.title[language]}", found.body.strip()]
    table = _severities(found.code)
    if table:
        parts.append(f"## Severity by target\n\n{table}")
    return "\n\n".join(parts) + "\n"


def codes() -> dict[str, str]:
    """Every code with its English title."""
    return {code: each.title["en"] for code, each in pages().items()}


def _severities(code: str) -> str:
    """The rows about a code, or else about its family, as a Markdown table."""
    own = [row for row in rows() if row.code == code]
    found = own + [row for row in rows() if row.code == f"{code[:3]}xx"]
    lines = [
        (row.construct or "any", _versions(row.since, row.until), row.modes or "any", row.backends or "any", row.severity, row.evidence)
        for row in found
    ]
    if not lines:
        return ""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (_HEADER, ("---",) * len(_HEADER), *lines))


def _versions(since: str, until: str) -> str:
    if since and until:
        return f"{since} to before {until}"
    return f"from {since}" if since else f"before {until}" if until else "any"
