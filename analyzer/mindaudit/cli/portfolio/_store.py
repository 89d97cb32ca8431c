"""The store that all commands of a portfolio take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mindaudit.cli._help import option
from mindaudit.errors import UsageError
from mindaudit.output.clean import one_line

if TYPE_CHECKING:
    from mindaudit_reports.portfolio.records import Row

STORE = "Store"
store_option = option(STORE, "--store", required=True, metavar="DIR-or-URL", help="Where reports are kept: a folder, s3://bucket/audits, …")


@contextmanager
def extra() -> Iterator[None]:
    """What is done here needs the extra `portfolio`. Raises UsageError if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "mindaudit":
            raise
        raise UsageError(f"a portfolio needs {error.name}; install it with: pip install 'mindaudit[portfolio]'") from None


def absolute(store: str) -> str:
    """A store that other processes find too, wherever they run."""
    return store if "://" in store else str(Path(store).absolute())


def ended(row: Row) -> str:
    """How the audit of a repository ended, as one line."""
    return one_line(f"{row.repository}: {row.status}{f': {row.reason}' if row.reason else ''}")
