"""Audits PyTorch code before it moves to MindSpore.

    import mindaudit
    audit = mindaudit.scan(["src"])

`scan` takes paths and, if wished, a `Config`, and returns an `Audit` (see `mindaudit.model`).
"""

from __future__ import annotations

__version__ = "0.1.0"
