"""What a format has to do."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from mindaudit_reports.views.difference import Difference
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report


class Format(Protocol):
    """One way to write a report. Its module is called as `--format` calls it, and holds it under the name FORMAT."""

    binary: bool = False
    """Whether `render` gives bytes that are of no use on a terminal."""

    def missing(self) -> str:
        """What has to be installed before this format can be written, as a clause with the command; "" for nothing."""
        return ""

    @abstractmethod
    def render(self, reports: Sequence[Report], options: Options) -> str | bytes:
        """Write the reports, usually one; several are the same code against several targets, in the order asked for.

        Bytes are UTF-8 unless the format is binary. Raises ReportError if this format cannot show what it is given.
        """

    def render_diff(self, difference: Difference, options: Options) -> str | None:
        """Write what changed between two reports; None if this format has no such form."""
        return None
