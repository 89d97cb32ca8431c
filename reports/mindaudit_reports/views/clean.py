"""Text from audited code is data: make the characters harmless that a reader would obey instead of showing.

Directional marks can make code look like other code (CVE-2021-42574), control characters drive terminals,
and a spreadsheet runs a cell that begins like a formula (OWASP, CSV injection).
"""

from __future__ import annotations

import re

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb]")
FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")


def visible(text: str) -> str:
    """The text with unseen and controlling characters spelled out; line ends and tabs stay."""
    return UNSEEN.sub(_spelled, text)


def one_line(text: str, limit: int = 0) -> str:
    """The same on a single line, white space joined; longer than `limit` it ends with an ellipsis."""
    short = text[: 4 * limit] if limit else text
    joined = " ".join(visible(short).split())
    return joined[: limit - 1] + "…" if limit and (len(joined) > limit or len(short) < len(text)) else joined


def spreadsheet_text(text: str) -> str:
    """A cell that no spreadsheet takes for a formula, short enough to fit (32,767 characters), without what XML cannot hold."""
    safe = CONTROLS.sub(_spelled, text)
    quoted = f"'{safe}" if FORMULA.match(safe) else safe
    return quoted if len(quoted) <= 32_767 else quoted[:32_766] + "…"


def _spelled(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
