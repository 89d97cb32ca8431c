"""The words that columns of the tables are written in."""

from __future__ import annotations

from typing import Literal, get_args

Mode = Literal["graph", "pynative"]
Backend = Literal["ascend", "gpu", "cpu"]
Syntax = Literal["lax", "strict"]
Verdict = Literal["supported", "equivalent", "composable", "custom-op", "unknown", "out-of-scope"]
Grade = Literal["executed-here", "executed-elsewhere", "tested-upstream", "used-in-field", "signature", "official", "none"]
MODES: tuple[Mode, ...] = get_args(Mode)
BACKENDS: tuple[Backend, ...] = get_args(Backend)
SYNTAXES: tuple[Syntax, ...] = get_args(Syntax)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
GRADES: dict[Grade, float] = {
    "executed-here": 1.0,
    "executed-elsewhere": 0.8,
    "tested-upstream": 0.6,
    "used-in-field": 0.5,
    "signature": 0.3,
    "official": 0.2,
    "none": 0.0,
}
"""Grades of evidence, the strongest first, each with its weight in the mean over sites.

executed-here: run against torch on the target's release, mode and backend. executed-elsewhere: the same on another one of these.
tested-upstream: MindSpore's own tests run these APIs on the backend in the mode. used-in-field: projects that are maintained on the
backend call these APIs with these keywords. signature: the release has APIs of these names. official: only a documented table says it.
none: nothing of these.
"""
