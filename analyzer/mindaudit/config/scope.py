"""What the configuration leaves out of the migration: files and parts that are audited as context, and whose results count neither way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from mindaudit.config.path_patterns import strict
from mindaudit.config.schema import Config
from mindaudit.model import Finding, Hazard

REASON = "The configuration leaves this place out of the migration."


class Scope:
    """Knows which places count."""

    def __init__(self, config: Config, root: Path) -> None:
        """`root` is the folder to which the audit's file names are relative."""
        self._root, self._folder = root, config.folder.resolve()
        self._paths = strict(config.scope.without) if config.scope.without else None
        self._contexts = frozenset(config.scope.contexts)

    def leaves_out(self, name: str, result: Finding | Hazard | None = None) -> bool:
        """Whether one result of a file does not count; without a result, whether none does."""
        return self._is_out(name) or (result is not None and self._is_of_part(result))

    def findings(self, name: str, found: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings of a file; those that are left out are out of scope, and have no code."""
        whole = self._is_out(name)
        return tuple(_out(each) if whole or self._is_of_part(each) else each for each in found)

    def hazards(self, name: str, found: Iterable[Hazard]) -> tuple[Hazard, ...]:
        """The hazards of a file that count."""
        return () if self._is_out(name) else tuple(each for each in found if not self._is_of_part(each))

    def _is_of_part(self, result: Finding | Hazard) -> bool:
        return (result.usage.context if isinstance(result, Finding) else result.context) in self._contexts

    def _is_out(self, name: str) -> bool:
        if self._paths is None:
            return False
        path = self._root / name
        inside = path.relative_to(self._folder).as_posix() if path.is_relative_to(self._folder) else name
        return self._paths.match_file(inside)


def _out(finding: Finding) -> Finding:
    return replace(finding, verdict="out-of-scope", code=None, reason=REASON, severity=None)
