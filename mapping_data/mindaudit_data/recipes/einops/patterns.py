"""From a pattern of einops to what is done with a tensor of a certain shape."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

Steps = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A first shape, axes to reduce, an order of axes, a shape with more axes, all of 1, one in which these are stretched, the last shape."""

_TOKEN = re.compile(r"\.\.\.|…|[()]|\w+|\S")


class EinopsError(RuntimeError):
    """A pattern that is wrong in itself, or does not fit a tensor."""


def groups_of(side: str) -> list[list[str]]:
    """One side of a pattern as lists of axes, one list per dimension: "b (h w) 1" gives [b], [h, w], [].

    `...` is an axis of that name, in parentheses one called (...). Raises EinopsError.
    """
    groups: list[list[str]] = []
    inside = False
    for token in _TOKEN.findall(side):
        if token in "()":
            if inside == (token == "("):
                raise EinopsError(f"parentheses do not fit together in {side!r}")
            inside = token == "("
            groups += [[]] if inside else []
            continue
        if (token not in ("...", "…") and not (token.isidentifier() or token.isdigit())) or token == "0":
            raise EinopsError(f"{token!r} in {side!r} is no axis")
        axis = token if token not in ("...", "…") else "(...)" if inside else "..."
        groups += [] if inside else [[]]
        groups[-1] += [] if axis == "1" else [axis]
    if inside:
        raise EinopsError(f"parentheses do not fit together in {side!r}")
    return groups


def sides_of(pattern: str) -> tuple[list[list[str]], list[list[str]]]:
    """Both sides of a pattern; numbers get names of their own. Raises EinopsError."""
    left, arrow, right = pattern.partition("->")
    if not arrow:
        raise EinopsError(f"{pattern!r} has no ->")
    return _numbered(groups_of(left), "<"), _numbered(groups_of(right), ">")


def _numbered(groups: list[list[str]], mark: str) -> list[list[str]]:
    """Each number that stands for an axis becomes a name, so that none is taken for another."""
    return [
        [f"{axis}{mark}{place}.{number}" if axis.isdigit() else axis for number, axis in enumerate(group)]
        for place, group in enumerate(groups)
    ]


def steps(operation: str, pattern: str, shape: Sequence[int], lengths: Mapping[str, int]) -> Steps:
    """What "rearrange", "repeat" or "reduce" does with a tensor of that shape. Raises EinopsError."""
    return _steps(operation, pattern, tuple(shape), tuple((name, int(length)) for name, length in lengths.items()))


@lru_cache(maxsize=4096)
def _steps(operation: str, pattern: str, shape: tuple[int, ...], given: tuple[tuple[str, int], ...]) -> Steps:
    try:
        left, right = sides_of(pattern)
        left, right = _spelled_out(left, right, len(shape))
        sizes = _sizes(left, shape, dict(given))
        _check(operation, left, right, sizes)
    except EinopsError as error:
        raise EinopsError(f"{operation} by {pattern!r} of a tensor of shape {shape}: {error}") from None
    start, end = _flat(left), _flat(right)
    kept = [axis for axis in start if axis in end]
    order = [kept.index(axis) for axis in end if axis in kept]
    with_ones = tuple(sizes[axis] if axis in kept else 1 for axis in end)
    return (
        tuple(sizes[axis] for axis in start),
        tuple(place for place, axis in enumerate(start) if axis not in end),
        tuple(order),
        with_ones,
        tuple(sizes[axis] for axis in end),
        tuple(prod(sizes[axis] for axis in group) for group in right),
    )


def _flat(groups: Sequence[Sequence[str]]) -> list[str]:
    return [axis for group in groups for axis in group]


def _spelled_out(left: list[list[str]], right: list[list[str]], rank: int) -> tuple[list[list[str]], list[list[str]]]:
    """Both sides with as many axes for `...` as the tensor has more than those that are named. Raises EinopsError."""
    dots = left.count(["..."])
    if (dots == 0 and rank != len(left)) or rank < len(left) - dots:
        raise EinopsError(f"it has {rank} dimensions, not {len(left) - dots}")
    if dots > 1 or "(...)" in _flat(left):
        raise EinopsError("`...` stands once at the left, and in no parentheses")
    if dots == 0 and {"...", "(...)"} & set(_flat(right)):
        raise EinopsError("`...` stands at the right only")
    hidden = [f".{number}" for number in range(rank - len(left) + dots)]
    return _with_hidden(left, hidden), _with_hidden(right, hidden)


def _with_hidden(groups: list[list[str]], hidden: list[str]) -> list[list[str]]:
    spelled = [[[axis] for axis in hidden] if group == ["..."] else [group] for group in groups]
    return [[axis for each in group for axis in (hidden if each == "(...)" else [each])] for part in spelled for group in part]


def _sizes(left: Sequence[Sequence[str]], shape: Sequence[int], lengths: Mapping[str, int]) -> dict[str, int]:
    """The length of every axis. Raises EinopsError if lengths and shape do not fit, or leave one open."""
    sizes = dict(lengths)
    sizes |= {axis: int(re.split("[<>]", axis)[0]) for axis in _flat(left) if "<" in axis}
    for group, length in zip(left, shape, strict=True):
        unknown = [axis for axis in group if axis not in sizes]
        known = prod(sizes[axis] for axis in group if axis in sizes)
        if len(unknown) > 1:
            raise EinopsError(f"the lengths of {', '.join(unknown)} are not known")
        if unknown:
            if known == 0 or length % known:
                raise EinopsError(f"{length} is no multiple of {known} in ({' '.join(group)})")
            sizes[unknown[0]] = length // known
        elif known != length:
            raise EinopsError(f"({' '.join(group)}) has length {known}, the dimension {length}")
    return sizes


def _check(operation: str, left: Sequence[Sequence[str]], right: Sequence[Sequence[str]], sizes: dict[str, int]) -> None:
    """Adds the lengths of numbers at the right. Raises EinopsError for axes that the operation does not allow."""
    start, end = _flat(left), _flat(right)
    for side in (start, end):
        if len(set(side)) < len(side):
            raise EinopsError("an axis stands twice on one side")
    sizes |= {axis: int(axis.partition(">")[0]) for axis in end if ">" in axis}
    lost, fresh = sorted(set(start) - set(end)), sorted(set(end) - set(start))
    if (lost and operation != "reduce") or (fresh and operation != "repeat"):
        raise EinopsError(f"{', '.join(lost + fresh)} stands on one side only")
    if unknown := [axis for axis in fresh if axis not in sizes]:
        raise EinopsError(f"the lengths of {', '.join(unknown)} are not known")
    if unused := sorted(set(sizes) - set(start) - set(end)):
        raise EinopsError(f"{', '.join(unused)} is no axis of it")
