"""Stores into a part of complex numbers, `c.imag = y` and `c.imag *= -1`, by recipes: real and imag are methods of MindSpore's tensors.

PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.tensors.gradient_state import stored
from mindaudit.rewrite.tensors.written_state import CODE
from mindaudit.rewrite.text.augmented import is_read_twice, part_called
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

_SETTERS = {"real": "set_real", "imag": "set_imag"}
_BOTH = "set_parts"


def complex_parts(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The assignments to a part as calls. Of an augmented one only where its tensor can be read twice."""
    told = {each.span: each for each in hazards if each.code == CODE}
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.Assign(targets=[ast.Attribute(attr="real" | "imag" as part) as target]) if hazard := told.get(places.span(target)):
                yield stored(text, [places.span(target)], places.span(node), _SETTERS[part], hazard)
            case ast.AugAssign(target=ast.Attribute(attr="real" | "imag" as part) as target) if hazard := told.get(places.span(node)):
                if is_read_twice(target) and places.span(target)[0] == places.span(node)[0]:  # no parenthesis around it
                    yield Change(places.span(node), part_called(node, _SETTERS[part], places), hazard, _SETTERS[part])
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Attribute(attr="real") as real, ast.Attribute(attr="imag") as imag])]):
                mended = tuple(hazard for each in (real, imag) if (hazard := told.get(places.span(each))))
                if mended and ast.unparse(real.value) == ast.unparse(imag.value):
                    yield _both(text[slice(*places.span(real.value))], node, mended, places)


def _both(owner: str, node: ast.Assign, mended: tuple[Hazard, ...], places: Places) -> Change:
    """`c.real, c.imag = x, y` as one call; `owner` is the text of `c`."""
    start, end = places.span(node)
    value = places.span(node.value)[0]
    return Change((start, end), (((start, value), f"{_BOTH}({owner}, *("), ((end, end), "))")), mended[0], _BOTH, others=mended[1:])
