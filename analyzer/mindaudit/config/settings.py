"""The keys of a configuration file, and what each takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec

from mindaudit.config.schema import Config, Language, Override, ScopeSettings, Weights, targets_of
from mindaudit.config.values import FailOn, Levels, Patterns, Texts
from mindaudit_data import Backend, Mode, Syntax

_TARGETS = ("target", "mode", "backend", "syntax")


class Settings(msgspec.Struct, rename="kebab", forbid_unknown_fields=True, omit_defaults=True):
    """The settings in a file; None for those that it does not name. `Config` says what each means."""

    target: Texts | None = None
    mode: Mode | None = None
    backend: Backend | None = None
    syntax: Syntax | None = None
    paths: Texts | None = None
    exclude: Patterns | None = None
    gitignore: bool | None = None
    fail_on: FailOn | None = None
    min_readiness: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None
    require_reason: bool | None = None
    baseline: Annotated[str, msgspec.Meta(pattern=r"\A[^\0]*\Z")] | None = None
    mappings: Texts | None = None
    recipes: Texts | None = None
    lang: Language | None = None
    docs_url: Annotated[str, msgspec.Meta(pattern=r"\A(|(https?|file)://[^\s\"<>]+)\Z")] | None = None
    jobs: Annotated[int, msgspec.Meta(ge=0, le=256)] | None = None
    cache: bool | None = None
    scope: ScopeSettings | None = None
    effort: Weights | None = None
    levels: Levels | None = None
    overrides: tuple[Override, ...] | None = None


def config_of(settings: Settings, folder: Path) -> Config:
    """The configuration that a file in a folder makes. Raises UsageError for a target that the tables do not hold."""
    given = {name: value for name, value in msgspec.structs.asdict(settings).items() if value is not None and name not in _TARGETS}
    targets = targets_of(settings.target or (), settings.mode, settings.backend, settings.syntax)
    return replace(Config(folder=folder, targets=targets), **given)


def settings_of(config: Config) -> Settings:
    """The settings of a file with the same meaning as a configuration."""
    first = config.targets[0]
    versions = Texts(target.mindspore for target in config.targets)
    same = {name: getattr(config, name) for name in Settings.__struct_fields__ if name not in _TARGETS}
    place = {"mode": first.mode, "backend": first.backend, "syntax": first.syntax}
    return msgspec.structs.replace(Settings(), target=versions, **place, **same)
