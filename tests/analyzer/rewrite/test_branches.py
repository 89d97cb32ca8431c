"""match and assignments in tests, written as graphs take them."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest
from test_rewrite import network, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
EAGER = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))

CASES = {
    "values, classes and guards": (
        """
        match self.kind:
            case "sum":
                # adds
                x = self.total(
                    dim=1,
                )
            # two names
            case "mean" | "average" if n or len(x):

                if n:
                    x = self.total(x)
            case None: x = x * 2
            case int():
                x = x + 1
            case _ if n:
                text = "a" \\
                    "b"
            case _:
                raise ValueError(self.kind)
        return x
        """,
        """
        if self.kind == "sum":
            # adds
            x = self.total(
                dim=1,
            )
        # two names
        elif self.kind in ("mean", "average") and (n or len(x)):

            if n:
                x = self.total(x)
        elif self.kind is None: x = x * 2
        elif isinstance(self.kind, int):
            x = x + 1
        elif n:
            text = "a" \\
                    "b"
        else:
            raise ValueError(self.kind)
        return x
        """,
    ),
    "a subject that gets a name, and one match in another": (
        """
        match len(x) + 1:
            case 3:
                match n:
                    case 1:
                        x = x * 2
                    case _:
                        x = x * 3
        return x
        """,
        """
        matched = len(x) + 1
        if matched == 3:
            if n == 1:
                x = x * 2
            else:
                x = x * 3
        return x
        """,
    ),
    "a subject that assigns, and one on two lines": (
        """
        match m := len(x):
            case 3:
                x = x * m
        match (len(x) +
                n):
            case 4:
                x = x + 1
        return x
        """,
        """
        # mindaudit: The graph compiler has no assignment expression (MA409).
        #   Assign on a line of its own
        matched = (m := len(x))
        if matched == 3:
            x = x * m
        matched = (len(x) +
                n)
        if matched == 4:
            x = x + 1
        return x
        """,
    ),
    "what a test assigns": (
        """
        if (rows := len(x)) > 2 and rows < n:
            return x * rows
        if not (m := self.total(
            n, 3
        )):
            return x
        if k := x.shape[1]:
            return x + k
        return x
        """,
        """
        rows = len(x)
        if rows > 2 and rows < n:
            return x * rows
        m = self.total(
            n, 3
        )
        if not m:
            return x
        k = x.shape[1]
        if k:
            return x + k
        return x
        """,
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_branches_are_written_as_graphs_take_them(before: str, after: str, tmp_path: Path) -> None:
    body = dedent(before).strip()
    new = rewritten(tmp_path, network(body, "x, n"), Choice(recipes=True), GRAPH).new
    assert dedent(new.partition("(self, x, n):\n")[2]).strip() == dedent(after).strip()
    assert body in dedent(rewritten(tmp_path, network(body, "x, n"), Choice(recipes=True), EAGER).new.partition("(self, x, n):\n")[2])


def test_a_form_feed_is_no_line_end(tmp_path: Path) -> None:
    body = "match n:\n    case 1:\n        x = x * 2\n    case _:\n        x = x + 1\nreturn x"
    source = network(body, "x, n").replace("class Net", "TEXT = 'a\x0cb'\n\n\x0c\nclass Net")
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert "        if n == 1:\n            x = x * 2\n        else:\n            x = x + 1\n        return x\n" in new


@pytest.mark.parametrize(
    ("old", "new"), [("\n", "\r"), ("import torch\n", "\r\r\rimport torch\n"), ("import torch\n", "import torch  # one\r# two\n")]
)
def test_a_carriage_return_alone_is_a_line_end(old: str, new: str, tmp_path: Path) -> None:
    source = network("match n:\n    case 1:\n        x = x * 2\n    case _:\n        x = x + 1\nreturn x", "x, n").replace(old, new)
    outcome = rewritten(tmp_path, source, Choice(recipes=True), GRAPH)
    assert outcome.problem == ""
    branch = next(node for node in ast.walk(ast.parse(outcome.new)) if isinstance(node, ast.If))
    assert [ast.unparse(each) for each in (*branch.body, *branch.orelse)] == ["x = x * 2", "x = x + 1"]
    assert branch.body[0].col_offset == branch.orelse[0].col_offset == branch.col_offset + 4


@pytest.mark.parametrize(
    "body",
    [
        "match n():\n    case _: x = torch.quantized_gru_cell(x)",
        "match n():\n    case 1: x = torch.quantized_gru_cell(x)\n    case _: x = -x",
        "match n():\n    case 1 if torch.quantized_gru_cell(x): x = x + 1\n    case _: x = -x",
    ],
)
def test_remarks_on_bodies_that_follow_a_colon_stand_above_the_chain(body: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, network(f"{body}\nreturn x", "x, n"), Choice(recipes=True), GRAPH).new
    ast.parse(new)
    assert "match" not in new.replace("matched", "")
    assert new.index("# mindaudit: torch.quantized_gru_cell") < new.index("matched = n()")


@pytest.mark.parametrize("pattern", ["[a, b]", "{'a': 1}", "other", "int(real=3)", "(1 | None)", "1 as one"])
def test_patterns_that_bind_names_or_look_inside_stay_with_a_remark(pattern: str, tmp_path: Path) -> None:
    body = f"match n:\n    case {pattern}:\n        return x\nreturn -x"
    new = rewritten(tmp_path, network(body, "x, n"), Choice(recipes=True), GRAPH).new
    assert f"case {pattern}:" in new
    assert "(MA410)" in new


def test_a_default_before_other_cases_stays_with_a_remark(tmp_path: Path) -> None:
    body = "match n:\n    case _:\n        return x\n    case 1:\n        return x + 1\nreturn -x"
    new = rewritten(tmp_path, network(body, "x, n"), Choice(recipes=True), GRAPH).new
    assert "case _:" in new
    assert "(MA410)" in new


@pytest.mark.parametrize("test", ["n and (m := len(x))", "f(n, (m := 2))", "[m for k in n if (m := k)]"])
def test_what_is_not_assigned_first_stays_with_a_remark(test: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, network(f"if {test}:\n    return x\nreturn -x", "x, n, f"), Choice(recipes=True), GRAPH).new
    assert f"if {test}:" in new
    assert "(MA409)" in new


def test_other_branches_keep_their_indentation_beside_a_match(tmp_path: Path) -> None:
    wide = "if n:\n        x = -x\nelif len(n):\n    x = x + 1\nelse:\n        x = torch.exp(x)"
    new = rewritten(
        tmp_path, network(f"match n:\n    case 1:\n        x = x * 2\n{wide}\nreturn x", "x, n"), Choice(recipes=True), GRAPH
    ).new
    ast.parse(new)
    assert "match" not in new.replace("matched", "")
    assert "        elif len(n):\n            x = x + 1\n" in new
