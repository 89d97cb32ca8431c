"""What is collected where, what leaves the folder, what cannot be parsed."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from mindaudit.collect import CollectError, collect
from mindaudit.collect.guard import check
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile

PROGRAMS = sorted((Path(__file__).parents[2] / "projects").rglob("*.py"))


def facts(text: str) -> ModuleFacts:
    return collect(SourceFile("main.py", "main.py", text))


def call_texts(text: str) -> list[str]:
    return [text[site.start : site.end] for site in facts(text).calls]


@pytest.mark.parametrize("ending", ["", "\nf'{x!r:{y}}'"], ids=["tokens", "code generator"])
def test_bare_yields_end_where_they_end(ending: str) -> None:
    text = f"def f():\n    yield (1)\n    x = yield\n    yield from x\n    yield\ny = {{(),}}{ending}\n"
    spelled = [text[event.start : event.end] for event in facts(text).events if event.kind != "formatted"]
    assert spelled == ["yield (1)", "yield", "yield from x", "yield", "{(),}"]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("f((a), *b, k=(1, 2), **c)\n", ["f((a), *b, k=(1, 2), **c)"]),
        ("(f)(x)(y)\n", ["(f)(x)", "(f)(x)(y)"]),
        ("f(  # not g(x)\n  '(', g('\\'')\n)\n", ["g('\\'')", "f(  # not g(x)\n  '(', g('\\'')\n)"]),
        ("x = f'{a(1)!r:>{b(2)}} {{no(3)}}' 'c(4)'\n", ["a(1)", "b(2)"]),
        ('y = f"""{\nf(1)}"""\n', ["f(1)"]),
        ("def f(a=(1), *, b: int = g()) -> h(): ...\n", ["g()", "h()"]),
        ("from . import (a)\nfrom ... import b\na(...)\n", ["a(...)"]),
        ("class A(B, metaclass=m()):\n    x: int = f(0x1F + 1_0.5e-3j)\n", ["m()", "f(0x1F + 1_0.5e-3j)"]),
        ("@d(1)\nasync def f():\n    async with a() as b, c(): await d()\n", ["d(1)", "a()", "c()", "d()"]),
        ("x[a():b(), ...] = yield_(not c())\n", ["a()", "b()", "c()", "yield_(not c())"]),
        ("lambda x, *y, **z: f(x)\n", ["f(x)"]),
        ("del (a[f()])\nassert g(), h()\n", ["f()", "g()", "h()"]),
        ("print(*[i() for i in j() if k()])\n", ["i()", "j()", "k()", "print(*[i() for i in j() if k()])"]),
    ],
)
def test_call_spans(text: str, spans: list[str]) -> None:
    assert call_texts(text) == spans


def test_what_leaves_is_picklable() -> None:
    made = facts(PROGRAMS[0].read_text())
    assert pickle.loads(pickle.dumps(made)) == made


def test_true_and_one_are_two_expressions() -> None:
    assert {e for e in facts("f(True, 1, 1.0)\n").expressions if isinstance(e, ex.Constant)} == {
        ex.Constant("bool", True),
        ex.Constant("int", 1),
        ex.Constant("float", 1.0),
    }


def test_a_syntax_error_names_its_line() -> None:
    with pytest.raises(CollectError) as raised:
        facts("x = 1\ny = (\n")
    assert raised.value.line is not None


def test_text_and_bytes_side_by_side_are_a_syntax_error() -> None:
    with pytest.raises(CollectError, match="not valid Python 3"):
        facts("x = 'a' b'c'\n")


@pytest.mark.parametrize(
    ("text", "lambdas"),
    [
        ("def f(x):\n    return lambda: x\n", ["lambda: x"]),
        ("f = lambda: lambda y=lambda: 1, *z: y\n", ["lambda y=lambda: 1, *z: y", "lambda: 1", "lambda: lambda y=lambda: 1, *z: y"]),
        ("if x:\n    pass\nelif ((lambda : y))(z): pass  # lambda\n", ["lambda : y"]),
        ("def f():\n    return (  # no lambda: here\n        lambda: (x)\n    )\n", ["lambda: (x)"]),
    ],
)
def test_a_lambda_begins_at_its_own_keyword(text: str, lambdas: list[str]) -> None:
    assert sorted(text[each.start : each.end] for each in facts(text).functions if "lambda" in each.flags) == lambdas


def test_valid_python_that_the_parser_does_not_know_is_told_from_other_errors() -> None:
    with pytest.raises(CollectError, match="not valid Python 3"):
        facts("x = (\n")
    for text in ("(x): int = 1\n", "[x for x in( lambda: mask)]\n"):
        with pytest.raises(CollectError, match=r"^valid Python in a form"):
            facts(text)


def test_a_number_too_long_for_python_is_said_so() -> None:
    with pytest.raises(CollectError, match="more digits"):
        facts(f"x = {'9' * 5_000}\n")


@pytest.mark.parametrize("text", ["x = 'a' t'b'\n", "x = f'a' t'b'\n"])
def test_a_tree_that_the_parser_refuses_itself_is_said_so(text: str) -> None:
    with pytest.raises(CollectError, match="not valid Python 3"):
        facts(text)


def test_warnings_about_the_code_stay_unsaid(recwarn: pytest.WarningsRecorder) -> None:
    facts("x = '\\d', 1if x else 2\n")
    assert not recwarn.list


@pytest.mark.parametrize(
    "text", ["x = " + "f'{" * 150 + "f(1)" + "}'" * 150, "f'{f(1)!r:{y}}'\nx = " + "-" * 900 + "1"], ids=["f-strings", "signs"]
)
def test_what_the_guard_lets_pass_is_walked(text: str) -> None:
    check(text)
    assert call_texts(text) == ["f(1)"]


@pytest.mark.parametrize("blank", ["\\\n", "\x0c", "\\\n  \\\n", "\x0c \x0c"])
def test_positions_where_the_parser_drops_blanks(blank: str) -> None:
    text = f"first(f'{{x!r:{{y}}}}')\n{blank}second(x)\nif 1:\n    third(2)\n{blank}\nfourth()\n"
    assert call_texts(text) == ["first(f'{x!r:{y}}')", "second(x)", "third(2)", "fourth()"]
