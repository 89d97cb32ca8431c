from __future__ import annotations

import pytest

from mindaudit.rewrite.text.merge import merged


@pytest.mark.parametrize(
    ("original", "substitution", "wanted"),
    [
        ("f(\n    a,  # one\n    b,\n)", "mint.f(a, b)", "mint.f(\n    a,  # one\n    b,\n)"),
        ("f(\n    a,\n    b=1,  # gone\n)", "g(a)", "g(\n    a,  # gone\n)"),
        ("f( a,b )", "g(a, c, b)", "g( a, c, b )"),
        ("f(a)", "f(a)", "f(a)"),
        ("x.f(\n    1\n)", "m.f(x, 1)", "m.f(\n    x, 1\n)"),
        ("f(  # why\n    a)", "a.g()", "a.g(  # why\n    )"),
        ("f(  # why\n    a)", "a.shape", None),
        ("x.f(\n    1)\n    .g(2)", "(m.f(x,\n    1).g(2))", "(m.f(\n    x,\n    1)\n    .g(2))"),
    ],
)
def test_the_layout_stays(original: str, substitution: str, wanted: str | None) -> None:
    assert merged(original, substitution) == wanted


def test_the_layout_of_a_long_list_stays() -> None:
    """What is the same at both ends is not searched: that would take minutes here."""
    numbers = ",\n    ".join(str(number % 7) for number in range(20_000))
    assert merged(f"torch.tensor([\n    {numbers}\n])", f"mindspore.tensor([{numbers}])") == f"mindspore.tensor([\n    {numbers}\n])"
