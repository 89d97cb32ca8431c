"""A proof as lines of text, and its error along the network as a plot."""

from __future__ import annotations

import math
from collections.abc import Iterator

from mindaudit.prove.compare import TOLERANCE, Difference, Proof

_WIDTH, _HEIGHT, _MARGIN = 900, 320, 40
_LOWEST, _HIGHEST = -9.0, 1.0
"""Powers of ten between which errors are drawn."""


def lines_of(proof: Proof) -> Iterator[str]:
    """The table: one line per part, and the first module that differs."""
    if proof.problem:
        yield f"{proof.model}: not compared; {proof.problem}"
        return
    yield f"{proof.model}: {'holds' if proof.holds else 'differs'}"
    for part, found in proof.differences.items():
        worst = max(found, key=lambda each: each.error, default=Difference("", 0.0))
        beyond = sum(each.differs for each in found)
        where = f", {beyond} beyond {TOLERANCE:g}, worst {worst.name} {worst.note}".rstrip() if beyond else ""
        yield f"  {part:<10} {len(found):>5} compared, largest relative error {worst.error:.1e}{where}"
    if first := proof.first_module:
        yield f"  first module that differs: {first.name} ({first.note or f'{first.error:.1e}'})"


def plot(proof: Proof) -> str:
    """An SVG image: one point per module, in the order in which they finish; its height is the error's power of ten."""
    found = proof.differences.get("modules", ())
    step = (_WIDTH - 2 * _MARGIN) / max(1, len(found))
    points = [f"{_MARGIN + step * (place + 0.5):.1f},{_level(each.error):.1f}" for place, each in enumerate(found)]
    marks = [
        f'<circle cx="{point.partition(",")[0]}" cy="{point.partition(",")[2]}" r="3" fill="{"#c0392b" if each.differs else "#2c6fbb"}">'
        f"<title>{_escaped(each.name)} {each.error:.1e}</title></circle>"
        for point, each in zip(points, found, strict=True)
    ]
    limit = _level(TOLERANCE)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
            f'<text x="{_MARGIN}" y="20">{_escaped(proof.model)}: relative error of each module, in the order in which they finish</text>',
            f'<line x1="{_MARGIN}" x2="{_WIDTH - _MARGIN}" y1="{limit:.1f}" y2="{limit:.1f}" stroke="#c0392b" stroke-dasharray="4 4"/>',
            *(f'<text x="4" y="{_level(10.0**power):.1f}">1e{power}</text>' for power in range(-9, 2, 2)),
            f'<polyline points="{" ".join(points)}" fill="none" stroke="#9bb8d9"/>',
            *marks,
            "</svg>\n",
        ]
    )


def _level(error: float) -> float:
    """The height of an error in the image."""
    power = _HIGHEST if math.isinf(error) or math.isnan(error) else math.log10(max(error, 10**_LOWEST))
    share = (min(max(power, _LOWEST), _HIGHEST) - _LOWEST) / (_HIGHEST - _LOWEST)
    return _HEIGHT - _MARGIN - share * (_HEIGHT - 2 * _MARGIN)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
