"""Levels by code and path: what the configuration puts in place of the rules' own severities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from mindaudit.config.path_patterns import strict
from mindaudit.config.schema import Config
from mindaudit.config.values import Level
from mindaudit.model import Finding, Hazard


class Levels:
    """The configured levels; knows which one a code has in a file."""

    def __init__(self, config: Config, root: Path) -> None:
        """`root` is the folder to which the audit's file names are relative."""
        self._root = root
        self._folder = config.folder.resolve()
        self._general = config.levels
        self._overrides = [(strict(each.paths), each.levels) for each in config.overrides]

    def of(self, name: str, code: str) -> Level | None:
        """The configured level of a code in the file of that name; None if there is none."""
        chosen = _look_up(self._general, code)
        for spec, levels in self._overrides:
            level = _look_up(levels, code)
            if level is not None and spec.match_file(self._from_folder(name)):
                chosen = level
        return chosen

    def hazards(self, name: str, found: Iterable[Hazard]) -> tuple[Hazard, ...]:
        """The hazards of a file with their configured severities, without those that are off."""
        levelled = ((hazard, self.of(name, hazard.code)) for hazard in found)
        return tuple(replace(hazard, severity=level) if level else hazard for hazard, level in levelled if level != "off")

    def findings(self, name: str, found: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings of a file, with a severity where their code has a level; all stay, since figures about compliance count them."""
        levelled = ((finding, self.of(name, finding.code) if finding.code else None) for finding in found)
        return tuple(replace(finding, severity=level) if level and level != "off" else finding for finding, level in levelled)

    def _from_folder(self, name: str) -> str:
        path = self._root / name
        return path.relative_to(self._folder).as_posix() if path.is_relative_to(self._folder) else name


def _look_up(levels: Mapping[str, Level], code: str) -> Level | None:
    return levels.get(code) or levels.get(f"{code[:3]}xx")
