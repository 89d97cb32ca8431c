"""`mindaudit explain`: the page of a code, with its severities, or of a verdict."""

from __future__ import annotations

from mindaudit.hazards.framework.severity import rows
from mindaudit.hazards.framework.wording import CodePage, page, pages, verdict_page
from mindaudit_data import VERDICTS

_HEADER = ("Form", "MindSpore", "Mode", "Backend", "Severity", "Evidence")


VERDICT_CODES = {"equivalent": "MA103", "composable": "MA102", "custom-op": "MA101", "unknown": "MA104"}
"""The codes that usages with these verdicts bear; the other verdicts have pages of their own."""


def explain(word: str, language: str = "en") -> str:
    """The page of a code or verdict as Markdown, with its title in the language; UsageError for anything else."""
    verdict = word.lower()
    if verdict in VERDICTS and verdict not in VERDICT_CODES:
        found = verdict_page(verdict)
        return f"# {verdict}: {found.title[language]}\n\n{found.body}"
    return explain_code(VERDICT_CODES.get(verdict, word), language)


def titles(language: str = "en") -> dict[str, str]:
    """Every code and every verdict with its title."""
    found: dict[str, CodePage] = {name: page(VERDICT_CODES[name]) if name in VERDICT_CODES else verdict_page(name) for name in VERDICTS}
    return {name: each.title[language] for name, each in (found | dict(pages())).items()}


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
