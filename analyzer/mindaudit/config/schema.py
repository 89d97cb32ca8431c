"""What a user can choose about an audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from mindaudit.errors import unknown
from mindaudit.model import Target

MODES = ("graph", "pynative")
BACKENDS = ("ascend", "gpu", "cpu")
LANGUAGES = ("en", "zh")
Level = Literal["error", "warning", "note", "off"]
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class Override:
    """Levels that hold for some files only."""

    paths: tuple[str, ...]
    """Patterns in gitignore's language, relative to the configuration's folder."""
    levels: Mapping[str, Level] = field(default_factory=dict)


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
    jobs: int = 0
    """Processes that read files; 0 means one for each processor."""
    cache: bool = True
    """Whether to keep facts of files between runs."""
    effort: Mapping[str, object] = field(default_factory=dict)
    """Weights of the effort estimate: hours-per-day, and by verdict and severity the hours for the first and each further site."""
    folder: Path = field(default_factory=Path)
    """Where the configuration stands; paths in it are relative to here."""


def targets_of(versions: Sequence[str], mode: str | None = None, backend: str | None = None) -> tuple[Target, ...]:
    """The targets that these words name; what is missing takes its default. Raises UsageError for a version that the tables do not hold."""
    import mindaudit_data

    known = mindaudit_data.targets()
    default = Target()
    for version in versions:
        if version not in known:
            raise unknown("target", version, known)
    return tuple(
        Target(version, mode or default.mode, backend or default.backend, default.torch) for version in versions or (default.mindspore,)
    )
