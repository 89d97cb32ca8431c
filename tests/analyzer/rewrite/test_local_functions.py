"""Lambdas that graphs lose, or whose defaults they do not find, become functions in front of their statements."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(cache=False, targets=(Target(mode="graph", backend="cpu"),))
EAGER = Config(cache=False, targets=(Target(mode="pynative", backend="cpu"),))
HEAD = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"


def forward_of(body: str, folder: Path, config: Config) -> str:
    """The body of a forward after rewriting."""
    source = HEAD + indent(dedent(body).strip(), " " * 8) + "\n"
    new = rewritten(folder, source, Choice(recipes=True), config).new
    return dedent(new.partition("(self, x):\n")[2]).strip()


CASES = {
    "called where it stands": (
        """
        for k in (1, 2):
            x = (lambda t: torch.sinh(t) * k)(x)
        return x
        """,
        """
        for k in (1, 2):
            def function(t):
                return mint.sinh(t) * k
            x = function(x)
        return x
        """,
    ),
    "with a name": (
        """
        for k in (1, 2):
            scaled = lambda t, s=2: torch.sinh(t) * s
            x = scaled(x)
        return x
        """,
        """
        for k in (1, 2):
            def scaled(t, s=2):
                return mint.sinh(t) * s
            x = scaled(x)
        return x
        """,
    ),
    "inside of what is rewritten": (
        """
        for k in (1, 2):
            if k:
                x = torch.cat([x, (lambda t: torch.sinh(t))(torch.abs(x))])
        return x
        """,
        """
        for k in (1, 2):
            if k:
                def function(t):
                    return mint.sinh(t)
                x = mint.cat([x, function(mint.abs(x))])
        return x
        """,
    ),
    "with a default": (
        """
        made = []
        for k in (1, 2):
            made.append(lambda t, *, k=k: torch.sinh(t * k))
        return made[0](x)
        """,
        """
        made = []
        for k in (1, 2):
            def made_function(k):
                def function(t):
                    return mint.sinh(t * k)
                return function
            made.append(made_function(k))
        return made[0](x)
        """,
    ),
    "with a default, outside of loops": (
        """
        k = x.shape[0]
        scaled = lambda t, k=k: t * k
        return scaled(x)
        """,
        """
        k = x.shape[0]
        def made_function(k):
            def function(t):
                return t * k
            return function
        scaled = made_function(k)
        return scaled(x)
        """,
    ),
    "key": (
        """
        for k in (1, 2):
            x = x + sorted([k, 3], key=lambda t: -t)[0]
        return x
        """,
        """
        for k in (1, 2):
            def function(t):
                return -t
            x = x + sorted_of([k, 3], key=function)[0]
        return x
        """,
    ),
    "mapped": (
        """
        for k in (1, 2):
            x, y = map(lambda t: t * 2, (x, x))
        return x
        """,
        """
        for k in (1, 2):
            x, y = [t * 2 for t in (x, x)]
        return x
        """,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_lambda_becomes_a_function_in_graphs(name: str, tmp_path: Path) -> None:
    before, after = CASES[name]
    assert forward_of(before, tmp_path, GRAPH) == dedent(after).strip()
    (tmp_path / "eager").mkdir()
    assert "def " not in forward_of(before, tmp_path / "eager", EAGER)


@pytest.mark.parametrize(
    "body",
    [
        "for k in (1, 2):\n    x = sum([(lambda t: t * n)(x) for n in (1, 2)])\nreturn x",
        "for k in (1, 2): x = (lambda t: t * k)(x)\nreturn x",
        "for k in (1, 2):\n    x = (lambda t: (lambda u: t * u)(x))(x)\nreturn x",
        "k = x.shape[0]\nscaled = lambda t, s=k: t * s\nreturn scaled(x)",
    ],
)
def test_what_cannot_be_moved_is_reported(body: str, tmp_path: Path) -> None:
    new = forward_of(body, tmp_path, GRAPH)
    assert "(MA442)" in new
    assert "def " not in new


@pytest.mark.parametrize(
    "body",
    [
        "x = (lambda t: t * 2)(x)\nfor k in (1, 2):\n    x = x * k\nreturn (lambda t: t * 2)(x)",
        "k = 0\nwhile k < 2:\n    x = (lambda t: t * 2)(x)\n    k += 1\nreturn x",
        "for part in map(lambda t: t * 2, (x, x)):\n    x = x + part\nreturn x",
        "scaled = lambda t, s=2, own=self: t * s\nreturn scaled(x)",
    ],
)
def test_what_graphs_take_stays(body: str, tmp_path: Path) -> None:
    assert "mindaudit" not in (new := forward_of(body, tmp_path, GRAPH))
    assert "def " not in new
