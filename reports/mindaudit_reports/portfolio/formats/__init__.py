"""One file per format of a portfolio's report; a format is found by its file's name."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from mindaudit_reports.portfolio.view import Portfolio
from mindaudit_reports.views.options import Options


@dataclass(frozen=True, slots=True)
class Pages:
    """The repositories' own pages."""

    links: Mapping[str, str] = field(default_factory=dict)
    """Where the page of a repository lies, relative to this one."""
    embedded: Mapping[str, str] = field(default_factory=dict)
    """Pages to put into this one, by repository."""


class PortfolioFormat(Protocol):
    """One way to write a portfolio; its module holds it under the name FORMAT."""

    binary: bool = False
    """Whether `render` gives bytes that are of no use on a terminal."""

    def missing(self) -> str:
        """What has to be installed before this format can be written, as a clause with the command; "" for nothing."""
        return ""

    @abstractmethod
    def render(self, portfolio: Portfolio, options: Options, pages: Pages) -> str | bytes:
        """Write the portfolio; `pages` matter to formats that can open one."""


def formats() -> dict[str, str]:
    """The module of every format, by name; none is imported."""
    return {module.name: f"{__name__}.{module.name}" for module in iter_modules(__path__)}


def format_of(name: str) -> PortfolioFormat:
    """The format of that name. Raises KeyError."""
    found: PortfolioFormat = import_module(formats()[name]).FORMAT
    return found
