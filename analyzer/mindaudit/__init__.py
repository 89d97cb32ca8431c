"""Audits PyTorch code before it moves to MindSpore.

    import mindaudit
    audit = mindaudit.scan(["src"])
    for file in audit.files:
        for finding in file.findings:
            print(file.path, file.place(finding).line, finding.usage.torch_name, finding.verdict)
    print(audit.summary().readiness, audit.effort().days)

`scan` takes paths and, if wished, a `mindaudit.config.schema.Config`, and returns a `mindaudit.model.Audit` that also tells its figures.
`mindaudit_reports.write(audit, "html", "audit.html")` writes it in any format.
"""

from __future__ import annotations

from mindaudit.audit.version import __version__ as __version__

# not typing's: `python -m mindaudit` looks for every import in the current folder until `__main__` stops that
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from mindaudit.audit.result import ScanResult
    from mindaudit.config.schema import Config

__all__ = ["__version__", "scan"]


def scan(paths: Sequence[str | PathLike[str]], config: Config | None = None) -> ScanResult:
    """Audit the Python files and notebooks at and beneath `paths`, without running or changing them.

    Raises `mindaudit.errors.UsageError` for a path that does not exist and for paths that hold nothing to audit.
    """
    from mindaudit.audit import engine

    return engine.scan(paths, config)
