"""`mindaudit explain`: the page of a code, with its severities, or of a verdict."""

from __future__ import annotations

from mindaudit.hazards.framework.severity import rows
from mindaudit.hazards.framework.wording import CodePage, page, pages, verdict_page
from mindaudit_data import VERDICTS, in_chinese

_HEADERS = {
    "en": ("Form", "MindSpore", "Mode", "Backend", "Syntax", "Severity", "Evidence"),
    "zh": ("形式", "MindSpore", "模式", "后端", "语法级别", "严重程度", "依据"),
}
_TITLES = {"en": "Severity by target", "zh": "各目标上的严重程度"}
_ANY = {"en": "any", "zh": "任意"}
_RANGES = {
    "en": ("{since} to before {until}", "from {since}", "before {until}"),
    "zh": ("{since} 至 {until} 之前", "{since} 起", "{until} 之前"),
}

VERDICT_CODES = {"equivalent": "MA103", "composable": "MA102", "custom-op": "MA101", "unknown": "MA104"}
"""The codes that usages with these verdicts bear; the other verdicts have pages of their own."""


def explain(word: str, language: str = "en") -> str:
    """The page of a code or verdict as Markdown, in the language; UsageError for anything else."""
    verdict = word.lower()
    if verdict in VERDICTS and verdict not in VERDICT_CODES:
        found = verdict_page(verdict)
        return f"# {verdict}: {found.title[language]}\n\n{found.body_in(language)}"
    return explain_code(VERDICT_CODES.get(verdict, word), language)


def titles(language: str = "en") -> dict[str, str]:
    """Every code and verdict, with its title."""
    found: dict[str, CodePage] = {name: page(VERDICT_CODES[name]) if name in VERDICT_CODES else verdict_page(name) for name in VERDICTS}
    return {name: each.title[language] for name, each in (found | dict(pages())).items()}


def explain_code(code: str, language: str = "en") -> str:
    """The page as Markdown in the language ("en" or "zh"); UsageError for an unknown code."""
    found = page(code)
    parts = [f"# {found.code}: {found.title[language]}", found.body_in(language).strip()]
    table = _severities(found.code, language)
    if table:
        parts.append(f"## {_TITLES[language]}\n\n{table}")
    return "\n\n".join(parts) + "\n"


def codes() -> dict[str, str]:
    """Every code with its English title."""
    return {code: each.title["en"] for code, each in pages().items()}


def _severities(code: str, language: str) -> str:
    """The rows about a code, or else about its family, as a Markdown table."""
    own = [row for row in rows() if row.code == code]
    found = own + [row for row in rows() if row.code == f"{code[:3]}xx"]
    free, header = _ANY[language], _HEADERS[language]
    evidence = in_chinese if language == "zh" else str
    lines = [
        (
            row.construct or free,
            _versions(row.since, row.until, language),
            _words(row.modes, free),
            _words(row.backends, free),
            _words(row.syntax, free),
            row.severity,
            evidence(row.evidence),
        )
        for row in found
    ]
    if not lines:
        return ""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (header, ("---",) * len(header), *lines))


def _words(cell: str, free: str) -> str:
    return free if cell in ("", "any") else cell


def _versions(since: str, until: str, language: str) -> str:
    between, later, earlier = _RANGES[language]
    form = between if since and until else later if since else earlier if until else _ANY[language]
    return form.format(since=since, until=until)
