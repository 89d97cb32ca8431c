from __future__ import annotations

import pytest

from mindaudit.rewrite.text.merge import merged


@pytest.mark.parametrize(
    ("original", "substitution", "wanted"),
    [
        ("S(\n    C(1, k=2),\n    R(x=1),\n)", "m.S(C(1, 2), m.R())", "m.S(\n    C(1, 2),\n    m.R(),\n)"),
        (
            "C(\n    a,  # in\n    k=3,\n    b=no,\n)",
            "n.C(a, 3, mode='pad', has_b=no)",
            "n.C(\n    a,  # in\n    3, mode='pad',\n    has_b=no,\n)",
        ),
        ("L([\n    C(a, k=1),\n    D()])", "l([c(a, 1), d()])", "l([\n    c(a, 1),\n    d()])"),
        (
            "L([\n    S(\n        C(a),\n    )\n    for a in b\n])",
            "l([s(c(a)) for a in b])",
            "l([\n    s(\n        c(a),\n    )\n    for a in b\n])",
        ),
        ("f(\n    a,\n    *rest,\n    **more\n)", "g(a, *rest, **more)", "g(\n    a,\n    *rest,\n    **more\n)"),
    ],
)
def test_what_stands_on_a_line_of_its_own_stays_there(original: str, substitution: str, wanted: str) -> None:
    assert merged(original, substitution) == wanted
