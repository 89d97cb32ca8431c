"""Replaces dict displays with `**` by the recipe `merged_dicts`: graph mode gives no usable values to what is unpacked into a display."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA422"
RECIPE = "merged_dicts"


def merged_dicts(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`{**a, "b": c}` as `merged_dicts(a, {"b": c})`, where nothing but commas and stars stands between the items."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.Dict) and (hazard := told.get(span := places.span(node))):
            items = _items(node, places)
            gaps = _gaps(span, items)
            if all(set(text[slice(*gap)]) <= set(",* \t\r\n") for gap in gaps):
                yield Change(span, tuple(_pieces(text, gaps, [key is not None for key in node.keys])), hazard, RECIPE)


def _items(node: ast.Dict, places: Places) -> list[Span]:
    """The places of the items: a key with its value, or what is unpacked."""
    pairs = zip(node.keys, node.values, strict=True)
    return [(places.span(value if key is None else key)[0], places.span(value)[1]) for key, value in pairs]


def _gaps(span: Span, items: Sequence[Span]) -> list[Span]:
    """What stands before, between and behind the items, without the braces."""
    starts, ends = [start for start, _ in items], [end for _, end in items]
    return list(zip([span[0] + 1, *ends], [*starts, span[1] - 1], strict=True))


def _pieces(text: str, gaps: Sequence[Span], keyed: Sequence[bool]) -> Iterator[tuple[Span, str]]:
    """The new text of the braces and of each gap: items with keys that follow one another stand in braces."""
    for number, (start, end) in enumerate(gaps):
        before, behind = number > 0 and keyed[number - 1], number < len(keyed) and keyed[number]
        closed = "}" if before and not behind else ""
        opened = "{" if behind and not before else ""
        new = f"{closed}{text[start:end].replace('*', '')}{opened}"
        if number == 0:
            yield (start - 1, end), f"{RECIPE}({new}"
        elif number == len(gaps) - 1:
            yield (start, end + 1), f"{new})"
        else:
            yield (start, end), new
