"""What a user can choose about an audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mindaudit.errors import unknown
from mindaudit.model import Target

MODES = ("graph", "pynative")
BACKENDS = ("ascend", "gpu", "cpu")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one audit; every field has a default that suits a first look."""

    targets: tuple[Target, ...] = (Target(),)
    """What to hold the code against; the first one is the audit's own, the others are compared with it."""
    exclude: tuple[str, ...] = ()
    """Patterns in gitignore's language, relative to the scanned folder."""
    gitignore: bool = True
    """Whether to leave out what git ignores."""
    jobs: int = 0
    """Processes that read files; 0 means one for each processor."""


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
