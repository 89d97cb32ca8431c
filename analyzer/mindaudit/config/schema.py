"""What a user can choose about an audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

import mindaudit_data
from mindaudit.config.site import SITE
from mindaudit.config.values import Contexts, Hours, Level, Levels, Patterns
from mindaudit.errors import unknown
from mindaudit.model import Target

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Override(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Levels that hold for some files only."""

    paths: Patterns
    """Relative to the configuration's folder."""
    levels: Levels = Levels()


class ScopeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is audited as context only, and counts neither for nor against readiness."""

    without: Patterns = Patterns()
    """Files, relative to the configuration's folder."""
    contexts: Contexts = Contexts()
    """Parts of the project, by where their code runs."""


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hours for each API or hazard code itself, and for its first site; None keeps the default."""

    first: Hours | None = None
    site: Hours | None = None


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """Weights of the effort estimate, by verdict and severity."""

    hours_per_day: Annotated[float, msgspec.Meta(ge=0.1, le=24)] | None = None
    supported: Weight = Weight()
    equivalent: Weight = Weight()
    composable: Weight = Weight()
    custom_op: Weight = Weight()
    error: Weight = Weight()
    warning: Weight = Weight()
    note: Weight = Weight()


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one audit; every field has a default that suits a first look."""

    targets: tuple[Target, ...] = (Target(),)
    """What to hold the code against; the first one is the audit's own, the others are compared with it."""
    paths: tuple[str, ...] = ()
    """What to audit when no path is given, relative to the configuration's folder."""
    exclude: tuple[str, ...] = ()
    """Patterns in gitignore's language, relative to the scanned folder."""
    gitignore: bool = True
    """Whether to leave out what git ignores."""
    fail_on: tuple[str, ...] = ()
    """Verdicts, severities and codes that give exit status 1."""
    min_readiness: float = 0
    """Percentage below which a scan gives exit status 1."""
    scope: ScopeSettings = field(default_factory=ScopeSettings)
    """What is not to be migrated."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """Severity by code (MA203) or family (MA2xx) instead of the rule's own; "off" drops a hazard."""
    overrides: tuple[Override, ...] = ()
    """Levels by path; the last that fits a file counts."""
    require_reason: bool = True
    """Whether an inline `# mindaudit: ignore[…]` must say why."""
    baseline: str = ""
    """File of accepted results, relative to the configuration's folder."""
    mappings: tuple[str, ...] = ()
    """CSV files with mapping rows of your own, relative to the configuration's folder; they go before the packaged ones."""
    recipes: tuple[str, ...] = ()
    """Python files with recipes of your own, relative to the configuration's folder; own rows may call what they define."""
    lang: str = "en"
    """Language of the reports."""
    docs_url: str = SITE
    """Address of the documentation that reports and editors link to; "" for no links."""
    jobs: int = 0
    """Processes that read files; 0 means one for each processor."""
    cache: bool = True
    """Whether to keep facts of files between runs."""
    effort: Weights = field(default_factory=Weights)
    """Weights of the effort estimate that differ from its own."""
    folder: Path = field(default_factory=Path)
    """Where the configuration stands; paths in it are relative to here."""


def targets_of(
    versions: Sequence[str], mode: str | None = None, backend: str | None = None, syntax: str | None = None
) -> tuple[Target, ...]:
    """One target for each MindSpore version, or the default one. Raises UsageError for a version that the tables do not hold."""
    known = mindaudit_data.targets()
    default = Target()
    for version in versions:
        if version not in known:
            raise unknown("target", version, known)
    place = (mode or default.mode, backend or default.backend, default.torch, syntax or default.syntax)
    return tuple(Target(version, *place) for version in versions or (default.mindspore,))
