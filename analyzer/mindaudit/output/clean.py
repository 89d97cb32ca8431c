"""Makes text from audited code harmless: characters that terminals, browsers or spreadsheets would act on are spelled out.

Directional marks can make code look like other code (CVE-2021-42574), control characters drive terminals,
and a spreadsheet runs a cell that begins like a formula (OWASP, CSV injection).
"""

from __future__ import annotations

import re

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb]")
CELL = 32_767
FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")


def visible(text: str) -> str:
    """The text with unseen and controlling characters spelled out; line ends and tabs stay."""
    return UNSEEN.sub(_spelled, text)


def one_line(text: str, limit: int = 0) -> str:
    """The same on a single line, white space joined; longer than `limit` it ends with an ellipsis."""
    short = text[: 4 * limit] if limit else text
    joined = " ".join(visible(short).split())
    return joined[: limit - 1] + "…" if limit and (len(joined) > limit or len(short) < len(text)) else joined


def cell_text(text: str) -> str:
    """Text that fits into a spreadsheet's cell (32,767 characters) and holds nothing that XML cannot."""
    safe = CONTROLS.sub(_spelled, text)
    return safe if len(safe) <= CELL else safe[: CELL - 1] + "…"


def spreadsheet_text(text: str) -> str:
    """The same for CSV, where only a quote in front keeps a cell from being a formula."""
    safe = CONTROLS.sub(_spelled, text)
    return cell_text(f"'{safe}" if FORMULA.match(safe) else safe)


def _spelled(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
