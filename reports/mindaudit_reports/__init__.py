"""Reports: every format is one module of this package with a function `render(reports, options)`.

Adding a format is adding its file. Listing the formats imports none of them, so that pandas, Jinja2 and rich load only when they print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from mindaudit.model import Audit
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.difference import Difference, diff
from mindaudit_reports.views.options import Effort, Options, Rule
from mindaudit_reports.views.report import Report, ReportError

__all__ = ["Difference", "Effort", "Format", "Options", "Report", "ReportError", "Rule", "diff", "formats"]

BINARY = frozenset({"xlsx"})


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a report."""

    name: str
    """As `--format` calls it; also the usual suffix of its file."""

    @property
    def binary(self) -> bool:
        """Whether `render` gives bytes that are of no use on a terminal."""
        return self.name in BINARY

    def render(self, audits: Sequence[Audit | Report], options: Options | None = None) -> str | bytes:
        """Write the audits, usually one; several, or one with `others`, are the same code against several targets, in the order asked for.

        Text holds no lone surrogate, so that it can always be encoded. Raises ReportError if this format cannot show what it is given.
        """
        options = options or Options()
        reports = [as_report(one, options) for audit in audits for one in (audit, *(audit.others if isinstance(audit, Audit) else ()))]
        written: str | bytes = self._module().render(reports, options)
        return written if isinstance(written, bytes) else _encodable(written)

    def render_diff(self, difference: Difference, options: Options | None = None) -> str:
        """Write what changed between two reports. Raises ReportError for a format that has no such form."""
        render = getattr(self._module(), "render_diff", None)
        if render is None:
            raise ReportError(f"a comparison cannot be written as {self.name}; use term, markdown or json")
        return _encodable(render(difference, options or Options()))

    def _module(self) -> ModuleType:
        return import_module(f"{__name__}.{self.name}")


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text


def formats() -> dict[str, Format]:
    """Every format by name, found by listing this package."""
    return {module.name: Format(module.name) for module in iter_modules(__path__) if not module.ispkg}
