"""The words that columns of the tables are written in."""

from __future__ import annotations

from typing import Literal, get_args

Mode = Literal["graph", "pynative"]
Backend = Literal["ascend", "gpu", "cpu"]
Verdict = Literal["supported", "equivalent", "composable", "custom-op", "unknown", "out-of-scope"]
MODES: tuple[Mode, ...] = get_args(Mode)
BACKENDS: tuple[Backend, ...] = get_args(Backend)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
