"""Positions from tokens are those of libcst's own code generator, which is slow and knows exactly where everything stands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mindaudit.collect import collect
from mindaudit.collect.collector import exactly
from mindaudit.collect.parser import parse_module
from mindaudit.facts.records import Event, ModuleFacts, Places
from mindaudit.model import SourceFile

PROGRAMS = sorted((Path(__file__).parents[2] / "projects").rglob("*.py"))
STANDARD = sorted(Path(os.__file__).parent.glob("[ab]*.py"))
STRINGS = [
    "f'{a}{b!r:>{c}} {{no}} {d=}'",
    "rf'''\n{ {1: (2)}[1]:%H:%M} \\{e}'''",
    "f'{(lambda q: q)(1):{w}.{p}f}' 'plain' f''",
    "f'{x != y}{x == y}{x!r:}{x!s:}'",
    "def f() -> f'{x:{y}z{z}}': yield f(f'{g(f\"{h(1)}\")}')",
    "f'{x = !r:>3}{ y = }{z=:5}'; rb'' if 0 else (u'a' 'b' # c\n 'd')",
    "f'\\N{DIGIT ONE}{x}\\\\{y}\\n'; rf'\\N{x}'; f'{(x)}{(x, y)}{x, y}{(i for i in x)}{*x, y}{None}{yield_}'",
    "x = 'é' f'ü{f(\"ö\", (a))}' + g('ß', (b)); 'é'; h((c))",
    "F'''{a\n}''' \"\"\"b\nc\"\"\"[(0)]; Rb'd' b'e'",
]
PARENTHESES = [
    "f((a), *(b), k=(c), **(d)); f(*a, k=1, *b); f(i for i in x); f((i for i in x)); f(((yield)))",
    "((a).b)((c))[(d)]; (a)[b, (c)]; a[(b, c)]; a[((b), c):(d)]; a[()]; a[b,]; a[(b),]; ((a))[((b, c))]",
    "(a, b); a, (b); (a), b; ((a), (b)); (a,); a,; x = (); ((), ()); [(), (a)]; {(a): (b), **(c)}; {(a), *(b)}",
    "(a) + (b) * -(c) ** ((d)); not (a) and (b) or (c) and ((d or e)); (a) < (b) < ((c)); ((a) if (b) else (c))",
    "[(a) for (b, c) in (d) if (e) if ((f))]; {(a): (b) for c in d for e in (f)}; ((a) for a in (b)); (a for a in b)",
    "lambda a=(b), *, c=(d): (a); (lambda: (yield)); (x := (a)); [y := (f(x)), y]",
    "from . import (a); from a import (b as c,\n d)\nimport a.b.c as d\n(e)",
    "class A: (x)\nclass B(): (x)",
    "class C((D), *(E), metaclass=(M), **(k)):\n  @(d)(e)\n  def f(self, /, a: (int) = (1), *b: (c)) -> ((d)): (e)",
    "class A \\\n  (): pass\n@f\n@(g)\nclass B:\n  @f(x)\n  class C: pass\n@f((x))\nasync def f(): (await (x)); return (a), b",
    "with (a): pass\nwith (a, b): pass\nwith (a), b: pass\nwith (a as b): pass\nwith (a).b: pass\nwith (a, b) as c: (d)",
    "with (a) as b, (c) as (d, e): pass\nwith (yield): pass\nwith (i for i in a): pass\nwith (a,): pass\nwith ((a)): pass",
    "with ((a), b): pass\nwith (-(f()),): pass\nwith ((a) as b, (c)): pass\nasync def f():\n  async with (a, (b)): pass",
    "with ((a, b)): pass\nwith (x := 1): pass\nwith (  # c\n a): pass\nwith (a) as (b): pass\nwith(a): (b)\nwith (a)(b): (c)",
    "async def f():\n  async with (a, b as c): (d)\n  async for (x) in (y): (z)\n  else: (w)\n  return [(i) async for i in (x)]",
    "try: (a)\nexcept ((b), c) as d: (e)\nexcept (b): pass\nelse: (f)\nfinally: (g)\nraise (a) from (b)",
    "if (a): (b)\nelif (c): (d)\nelse:\n  if (e): (f)\nwhile (a): break\nelse: (b)\nfor (a), b in (c), d: continue\nfor a, in b: pass",
    "del (a), b\ndel (a, b)\ndel a,\ndel (a)\ndel (a).b, c[(d)]\nassert (a), (b)\nx: (int) = (1)\nx.y: int\nx += (1)\nx = (y) = (z), = w",
    "def f():\n  global a, b\n  c = (yield), (yield (a)), (yield from (b))\n  return\n\x0c\ndef g(): return (1)(2)",
    "1; 1.5e3; 0x_ff; 1j; 1_0; ...; None; True; b''; -1; (-1).real; 'a' 'b' \"c\"",
    "é = (a); f(é, (ü)); 'ß', (b), ((c), '日本'), (d)\n日本 = ((e)); x['é', (f)]",
    "@a\n\n# comment\ndef f(a,  # type: int\n  b=(1)):\n  # type: (int, (str)) -> bool\n  return (a)\ndef g(x): # type: (T) -> T\n  pass",
    "if (  # it's f(x)\n    a or (  # g(\n    b)  # )\n): (c)\n",
    "x = (a)\r\ny = f(\r\n  (b))\rz = '''\r\n''', (c)\r\n",
]
NEWER = [
    "match (x):\n  case (A(b=(1)) | [c, *_]) if (d): f((x))\n",
    "def f(x):\n  match x:\n    case A(): yield ()\n    case []: return []\n    case {}: return {}\n    case ((())): return ()\n",
    "def f(x):\n  match x:\n    case [A(), (B() as b), {'k': {}}], (((c))): yield ()\n    case a, *_: return ()\n",
    "def f(x):\n  match x:\n    case (((d.e))): return []\n    case [*_]: return []\n    case (*_,): return ()\n",
    "def f(x):\n  match x:\n    case A(b=[], c={}) | (B()): return ()\n    case {**r}: return {}\n    case (1, ()): return ((), [])\n",
    "type X[T: (int)] = list[T]\ndef f[T](x: T) -> T: return g((x))\n",
    "f(t'{(x)!r:>{(w)}} {a, b}', rt'''{ g((c))\n}d''', T'', (d))\n",
]


def source(text: str) -> SourceFile:
    return SourceFile("main.py", "main.py", text)


def by_code_generator(text: str) -> ModuleFacts:
    return exactly(parse_module(text), source(text))


def placed(made: ModuleFacts) -> ModuleFacts:
    """Without what only one of both ways knows: how positions were found, and one place (`_unplaced`)."""
    return made._replace(exact=True, places=Places(made.calls, made.sites, tuple(map(_unplaced, made.events))).packed())


def _unplaced(event: Event) -> Event:
    """A try is somewhere before its keyword."""
    return event._replace(start=0, end=0) if event.kind == "try" else event


@pytest.mark.parametrize("path", PROGRAMS + STANDARD, ids=lambda path: path.stem)
def test_files(path: Path) -> None:
    text = path.read_text("utf-8")
    made = collect(source(text))
    assert not made.exact
    assert placed(made) == placed(by_code_generator(text))


@pytest.mark.parametrize("text", STRINGS + PARENTHESES + NEWER)
def test_strings_and_parentheses(text: str) -> None:
    made = collect(source(text))
    assert not made.exact
    assert placed(made) == placed(by_code_generator(text))


@pytest.mark.parametrize("written", ["x ,", "x,", "x, y ,", "x, *y,", "*x, y", "* x,", "(x, y, )", "x"])
def test_a_tuple_begins_with_its_star_and_ends_behind_its_last_comma(written: str) -> None:
    text = f"def f(x, y):\n    return {written}\n"
    for made in (by_code_generator(text), collect(source(text))):
        assert [text[event.start : event.end] for event in made.events if event.kind == "return"] == [written]
