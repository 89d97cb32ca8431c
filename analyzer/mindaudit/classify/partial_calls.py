"""Calls through `partial` objects: each possible callee is judged by the arguments that are held and those that the call passes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from mindaudit.classify.names import mindspore_constant
from mindaudit.model import Argument, Usage, Value

UNSEEN: Final = "what a partial object holds cannot be seen"


class Way(NamedTuple):
    """One API that a usage may be of."""

    name: str
    told: str
    """The name, with what a partial object holds for it."""
    usage: Usage
    """The usage with all arguments that the API gets."""
    unseen: bool
    """Whether it is not known which arguments are held."""


def ways(usage: Usage) -> Iterator[Way]:
    """The usage for each API that it may be of, most likely first."""
    for name in (usage.torch_name, *usage.alternatives):
        given = [held.arguments for held in usage.held if held.name == name] or [()]
        for each in sorted(given, key=_is_unseen):
            yield Way(name, _described(name, each), _with(usage, each) if each else usage, _is_unseen(each))


def _is_unseen(held: Sequence[Argument]) -> bool:
    return any(each.star for each in held)


def _with(usage: Usage, held: Sequence[Argument]) -> Usage:
    """The usage as if the call passed what is held too: by position before its own, by keyword unless the call names it."""
    named = {each.keyword for each in usage.arguments} | {key for each in usage.arguments for key, _ in each.value.entries or ()}
    before = [each for each in held if each.keyword is None and each.star != "**"]
    behind = [each for each in held if each not in before and (each.keyword is None or each.keyword not in named)]
    return replace(usage, arguments=(*before, *usage.arguments, *behind))


def _described(name: str, held: Sequence[Argument]) -> str:
    texts = [f"{each.keyword}={literal(each.value) or '…'}" if each.keyword else literal(each.value) or f"{each.star}…" for each in held]
    return f"{name}({', '.join(texts)})" if texts else name


def literal(value: Value) -> str | None:
    """The source of a known number, text, dtype, None, or tuple or list of them; None of anything else."""
    if value.is_python_type:
        return mindspore_constant(str(value.literal))
    if value.constant and value.torch_name is None:
        return None if isinstance(value.literal, float) and not math.isfinite(value.literal) else repr(value.literal)
    parts = [literal(item) for item in value.items or ()]
    if value.items is None or None in parts or value.types not in ({"tuple"}, {"list"}):
        return None
    text = ", ".join(filter(None, parts))
    return f"[{text}]" if value.types == {"list"} else f"({text},)" if len(parts) == 1 else f"({text})"
