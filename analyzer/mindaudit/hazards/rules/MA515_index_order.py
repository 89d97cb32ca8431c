"""Indices of which torch and MindSpore make different shapes.

Found by running every index of one to four parts on a tensor of four dimensions: the hits are those that differ.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.index_parts import Kind, Part, index_parts
from mindaudit.hazards.queries.indexing import Indexed, index_nodes, indexed, is_changed
from mindaudit.hazards.queries.masks import masked_level
from mindaudit.resolve.values import domain as v

UNKNOWN = "unknown"
"""The construct of an index of unknown dtype before whole dimensions."""
_KEPT = frozenset({"slice", "new", "ellipsis"})
_CHOOSING = frozenset({"positions", "mask"})
_ADVANCED = _CHOOSING | {"number"}
"""What MindSpore, as NumPy does, moves together; torch applies numbers first."""
_MOST_COMBINATIONS = 4096
"""So many kinds of parts are tried together: all those of six unseen parts, more than tensors are indexed with."""


class _Wording(NamedTuple):
    """How a hit is worded, and the code that mends it."""

    variant: str
    construct: str
    code: str


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a number apart from positions, and a mask of several dimensions beside `...` or before what is no number.

    A number that is stored goes to all places alike. Of what may be an array of NumPy, masks alone count.
    """
    for each in indexed(view):
        level = masked_level(view, each.base) if len(each.parts) > 1 and _may_choose(view, each.parts) else None
        nodes = index_nodes(view, each) if level is not None else []
        parts = index_parts(view, each.parts, nodes) if nodes else []
        if level is None or not any(part.kind in _CHOOSING for part in parts):
            continue
        is_unseen = any(part.is_unseen for part in parts)
        hit = _unseen(view, each, parts) if is_unseen else _known(view, each, parts, level)
        if hit := hit or _possible(view, each, parts):
            yield hit


def _known(view: FileView, found: Indexed, parts: Sequence[Part], level: int) -> Hit | None:
    """The hit at an index with parts of which all is known but the dimensions of tensors."""
    stored = isinstance(found.place, Event)
    is_concerned = view.tensor(found.base) is not None and not (stored and _is_number(view, found))
    if is_concerned and _is_written(view, found) and _is_shifted(parts):
        return view.hit(found.place, level, None, variant="stored", construct="stored", code="")
    worded = _wording(_base(view, found), parts, stored, is_concerned and _is_moved(parts))
    if worded is None:
        return None
    return view.hit(found.place, level, None, variant=worded.variant, construct=worded.construct, code=worded.code)


def _possible(view: FileView, found: Indexed, parts: Sequence[Part]) -> Hit | None:
    """The hit at an index of which both make one thing or another, by what its parts are when the program runs."""
    written = _is_written(view, found)
    kinds = islice(product(*map(_possible_kinds, parts)), _MOST_COMBINATIONS)
    if _is_number(view, found) or not any(_differs(_as_kinds(parts, each), written) for each in kinds):
        return None
    return view.hit(found.place, v.POSSIBLE, None, variant="possible", construct="unseen", code="")


def _possible_kinds(part: Part) -> tuple[Kind, ...]:
    if part.is_unseen:
        return ("number", "slice", "new", "positions")
    return (part.kind, "number") if part.may_count else (part.kind,)


def _as_kinds(parts: Sequence[Part], kinds: Sequence[Kind]) -> list[Part]:
    return [part._replace(kind=kind) for part, kind in zip(parts, kinds, strict=True)]


def _unseen(view: FileView, found: Indexed, parts: Sequence[Part]) -> Hit | None:
    """A hit at an index with a part of which nothing is known, with code that means the same for whatever that is.

    A read without such code is no hit, as most such parts are numbers; a store is one, since the same read beside it changes.
    """
    stored = isinstance(found.place, Event)
    if not _is_behind_numbers(parts) or (view.tensor(found.base) or 0) < v.LIKELY or (stored and _is_number(view, found)):
        return None
    is_misplaced = is_changed(view, (found.place.start, found.place.end)) and _is_misplaced(parts)
    code = "" if is_misplaced else (_stored if stored else _read)(_base(view, found), parts)
    if code:
        return view.hit(found.place, v.POSSIBLE, None, variant="unseen", construct="unseen", code=code)
    is_told = stored or is_misplaced
    return view.hit(found.place, v.LIKELY, None, variant="unseen", construct="unseen store", code="") if is_told else None


def _is_behind_numbers(parts: Sequence[Part]) -> bool:
    """Whether one part alone may choose and stands apart from all numbers, behind them, so that these can go first."""
    kinds = [part.kind for part in parts]
    if sum(kind in _CHOOSING for kind in kinds) > 1 or not _is_moved(parts):
        return False
    last = max(number for number, kind in enumerate(kinds) if kind == "number")
    return not any(kind == "ellipsis" or kind in _CHOOSING for kind in kinds[:last])


def _may_choose(view: FileView, parts: Sequence[int]) -> bool:
    """Whether a part is more than a slice or a constant."""
    return any(not isinstance(view.expression(part), ex.Slice | ex.Constant) for part in parts)


def _wording(base: str, parts: Sequence[Part], stored: bool, is_moved: bool) -> _Wording | None:
    """The hit of an index; None where both make one shape of it."""
    construct = _of_mask(parts, stored)
    if is_moved and not (stored and construct):
        return _Wording("stored", "stored", _stored(base, parts)) if stored else _Wording("", "read", _read(base, parts))
    code = _without_whole(base, parts) if stored else _read(base, parts) if construct else ""
    return _Wording(construct if construct == UNKNOWN else "mask", construct, code) if construct else None


def _is_written(view: FileView, found: Indexed) -> bool:
    """Whether items are stored, or changed by an operator."""
    return isinstance(found.place, Event) or is_changed(view, (found.place.start, found.place.end))


def _differs(parts: Sequence[Part], written: bool) -> bool:
    """Whether MindSpore reads other items than torch, or stores into others."""
    if not any(part.kind in _CHOOSING for part in parts):
        return False
    has_mask = any(part.kind == "mask" and part.rank not in (None, 1) for part in parts)
    return _is_moved(parts) or (written and _is_shifted(parts)) or (has_mask and bool(_of_mask(parts, written)))


def _is_shifted(parts: Sequence[Part]) -> bool:
    """Whether positions stand behind `None`, which stands behind a slice, and in front of another slice: a store goes to other places."""
    kinds = [part.kind for part in parts]
    new = next((number for number, kind in enumerate(kinds) if kind == "new" and number and kinds[number - 1] in _KEPT), len(kinds))
    behind = [kind in _CHOOSING for kind in kinds[new:]]
    return any(behind) and any(kind in _KEPT for kind in kinds[new + behind.index(True) :])


def _is_moved(parts: Sequence[Part]) -> bool:
    """Whether what is chosen ends at another place where numbers are moved together with it."""
    return any(part.kind == "number" for part in parts) and _place(parts, _ADVANCED) != _place(parts, _CHOOSING)


def _place(parts: Sequence[Part], moved: Container[str]) -> int:
    """Behind how many kept dimensions those of the moved parts stand: the first such part says so, unless they are apart."""
    places = [number for number, part in enumerate(parts) if part.kind in moved]
    is_apart = any(part.kind in _KEPT for part in parts[places[0] : places[-1]])
    return 0 if is_apart else sum(part.kind in _KEPT for part in parts[: places[0]])


def _of_mask(parts: Sequence[Part], stored: bool) -> str:
    """The construct where a mask that may have several dimensions is taken for one dimension, or may be; "" where none is."""
    for number, part in enumerate(parts):
        if part.kind == "mask" and part.rank != 1:
            some = "" if part.rank else "any "
            if any(each.kind == "ellipsis" for each in (parts if stored else parts[:number])):
                return f"{some}{'stored ' if stored else ''}ellipsis"
            if not stored and any(each.kind in _KEPT for each in parts[number + 1 :]):
                return f"{some}mask"
    is_followed = parts[0].is_unknown and all(part.is_whole for part in parts[1:])
    return UNKNOWN if is_followed and not stored else ""


def _is_number(view: FileView, found: Indexed) -> bool:
    """Whether a number is stored, which goes to all places alike."""
    return isinstance(found.place, Event) and isinstance(view.unnarrowed(found.place.expressions[2]), ex.Constant)


def _read(base: str, parts: Sequence[Part]) -> str:
    """The same read in steps of which both make one shape; "" where none are known."""
    construct = _of_mask(parts, stored=False)
    if construct == UNKNOWN or not construct:
        return _without_whole(base, parts) if construct else _in_steps(base, _numbers_first(parts))
    choosing = [number for number, part in enumerate(parts) if part.kind in _CHOOSING]
    return "" if len(choosing) > 1 else _flattened(base, parts) or _in_steps(base, _mask_first(parts, choosing[0]))


def _without_whole(base: str, parts: Sequence[Part]) -> str:
    """The index without whole dimensions, where these are all that follows a mask."""
    return _in_steps(base, [[parts[0].text]]) if all(part.is_whole for part in parts[1:]) else ""


def _in_steps(base: str, steps: Sequence[Sequence[str]]) -> str:
    return base + "".join(f"[{', '.join(step)}]" for step in steps) if steps else ""


def _flattened(base: str, parts: Sequence[Part]) -> str:
    """The read behind `...` of a mask with a name, by a mask of one dimension; "" for any other index."""
    numbers = [part.text for part in parts[:-2]]
    kinds = [part.kind for part in parts]
    if kinds != [*["number"] * len(numbers), "ellipsis", "mask"] or not parts[-1].text.replace(".", "").isidentifier():
        return ""
    mask = parts[-1].text
    return f"{_in_steps(base, [numbers]) if numbers else base}.flatten(-{mask}.ndim)[..., {mask}.flatten()]"


def _numbers_first(parts: Sequence[Part]) -> list[list[str]]:
    """Two steps: the numbers, then what is left; none where a number stands behind what is chosen."""
    last = max(number for number, part in enumerate(parts) if part.kind == "number")
    before, behind = parts[: last + 1], parts[last + 1 :]
    first = [_whole(part) if part.kind in _KEPT else part.text for part in before if part.kind != "new"]
    if "..." in first:
        first += [":" for part in behind if part.kind != "new"]
    is_countable = "..." not in first or all(part.kind != "mask" for part in behind)
    can_be = is_countable and all(part.kind not in _CHOOSING for part in before)
    return [first, [part.text for part in parts if part.kind != "number"]] if can_be else []


def _mask_first(parts: Sequence[Part], mask: int) -> list[list[str]]:
    """The steps up to a mask, which leaves one dimension, then what follows it, if it does more than to keep dimensions."""
    before, after = parts[: mask + 1], parts[mask + 1 :]
    if any(part.kind == "ellipsis" for part in before):
        return []
    steps = _numbers_first(before) if _is_moved(before) else [[part.text for part in before]]
    if steps and not all(part.is_whole for part in after):
        steps.append([*(":" for part in before if part.kind in _KEPT), ":", *(part.text for part in after)])
    return steps


def _whole(part: Part) -> str:
    return "..." if part.kind == "ellipsis" else ":"


def _stored(base: str, parts: Sequence[Part]) -> str:
    """The same place with slices of one in the stead of leading numbers.

    "" where numbers stand elsewhere or may be negative, and where MindSpore stores to other places.
    """
    count = next((number for number, part in enumerate(parts) if part.kind != "number"), len(parts))
    if _is_misplaced(parts) or any(part.kind == "number" for part in parts[count:]) or not all(part.is_counted for part in parts[:count]):
        return ""
    slices = [f"{part.text}:{_next(part.text)}" for part in parts[:count]]
    return f"{base}[{', '.join((*slices, *(part.text for part in parts[count:])))}]"


def _is_misplaced(parts: Sequence[Part]) -> bool:
    """Whether MindSpore stores to other places: with positions between `None` and a slice."""
    return any(part.kind == "new" for part in parts) and parts[-1].kind in _KEPT


def _next(number: str) -> str:
    return str(int(number) + 1) if number.isdecimal() else f"{number} + 1"


def _base(view: FileView, found: Indexed) -> str:
    match view.syntax.at((found.place.start, found.place.end))[:1]:
        case [ast.Subscript(value=base)]:
            return view.syntax.source(base)
    return ""
