from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import pytest

from mindaudit.collect import collect, parser
from mindaudit.model import SourceFile
from mindaudit.packing import pack

PROGRAMS = sorted((Path(__file__).parents[2] / "projects").rglob("*.py"))
FIELDS = [
    "f'{a}{b!r:>{c}} {{no}} {d=}'",
    'f\'{x:"<10}\' f"{y["key"]}"',
    "rf'''\n{ {1: (2)}[1]:%H:%M} \\{e}'''",
    "f'{(lambda q: q)(1):{w}.{p}f}' 'plain' f''",
    "f'{x != y}{x == y}{x:!r}{x!s:{\"}\"}}'",
    "def f() -> f'{x:{y:{z}}}': yield f(f'{g(f\"{h(1)}\")}')",
]


@pytest.fixture
def lean() -> Iterator[None]:
    with parser.real_nodes():
        parser.make_lean_nodes()
        yield


def facts(text: str) -> bytes:
    return pack(collect(SourceFile("main.py", "main.py", text)))


@pytest.mark.parametrize("text", [path.read_text() for path in PROGRAMS], ids=[path.stem for path in PROGRAMS])
def test_lean_nodes_give_the_same_facts(text: str, request: pytest.FixtureRequest) -> None:
    real = facts(text)
    request.getfixturevalue("lean")
    assert facts(text) == real


@pytest.mark.parametrize("text", FIELDS)
def test_fields_of_strings_give_the_same_facts(text: str, request: pytest.FixtureRequest) -> None:
    real = facts(text)
    request.getfixturevalue("lean")
    assert facts(text) == real


def test_every_node_has_a_lean_form(lean: None) -> None:
    for name, real in parser._REAL.items():
        stand_in = getattr(cst, name)
        assert stand_in.__name__ == name
        assert stand_in is not real
        for other, other_real in parser._REAL.items():
            assert issubclass(stand_in, getattr(cst, other)) == issubclass(real, other_real)


def test_lean_nodes_hold_what_the_parser_gave(lean: None) -> None:
    call = parser.parse_expression("f(x, *y)")
    assert isinstance(call, cst.Call)
    assert not isinstance(call, parser._NODE)
    assert [argument.star for argument in call.args] == ["", "*"]
    assert list(call.lpar) == []


def test_a_parser_that_makes_its_own_nodes_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cst.Name
    monkeypatch.setattr(parser.native, "parse_expression", lambda text: real(text))
    parser.make_lean_nodes()
    assert cst.Name is real


def test_real_nodes_for_the_code_generator(lean: None) -> None:
    with parser.real_nodes():
        assert isinstance(parser.parse("x = 1\n"), cst.Module)
        assert parser.parse("x = 1\n").code == "x = 1\n"
    assert not issubclass(cst.Module, parser._NODE)
