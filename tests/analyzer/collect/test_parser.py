"""Both parsers give one tree: Python's own, which reads most files, and libcst's, which reads the others."""

from __future__ import annotations

import sys
from pathlib import Path

import libcst as cst
import pytest

from mindaudit.collect import collect, from_ast, from_libcst, nodes, parser
from mindaudit.collect.ast_strings import UnreadError
from mindaudit.collect.columns import Columns
from mindaudit.collect.statements import StatementWalker
from mindaudit.collect.tokens import Tokens
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile

PROGRAMS = sorted((Path(__file__).parents[2] / "projects").rglob("*.py"))
STANDARD = sorted(Path(__import__("os").__file__).parent.glob("[a-d]*.py"))
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
    "with ((a, b)): pass\nwith (x := 1): pass\nwith (  # c\n a): pass\nwith (a) as (b): pass\nwith(a): (b)\nwith (a)(b): (c)",
    "async def f():\n  async with (a, b as c): (d)\n  async for (x) in (y): (z)\n  else: (w)\n  return [(i) async for i in (x)]",
    "try: (a)\nexcept ((b), c) as d: (e)\nexcept (b): pass\nelse: (f)\nfinally: (g)\nraise (a) from (b)",
    "if (a): (b)\nelif (c): (d)\nelse:\n  if (e): (f)\nwhile (a): break\nelse: (b)\nfor (a), b in (c), d: continue\nfor a, in b: pass",
    "del (a), b\ndel (a, b)\ndel a,\ndel (a)\ndel (a).b, c[(d)]\nassert (a), (b)\nx: (int) = (1)\nx.y: int\nx += (1)\nx = (y) = (z), = w",
    "def f():\n  global a, b\n  c = (yield), (yield (a)), (yield from (b))\n  return\n\x0c\ndef g(): return (1)(2)",
    "1; 1.5e3; 0x_ff; 1j; 1_0; ...; None; True; b''; -1; (-1).real; 'a' 'b' \"c\"",
    "é = (a); f(é, (ü)); 'ß', (b), ((c), '日本'), (d)\n日本 = ((e)); x['é', (f)]",
    "@a\n\n# comment\ndef f(a,  # type: int\n  b=(1)):\n  # type: (int, (str)) -> bool\n  return (a)\ndef g(x): # type: (T) -> T\n  pass",
    "x = (a)\r\ny = f(\r\n  (b))\rz = '''\r\n''', (c)\r\n",
]
NEWER = ["match (x):\n  case (A(b=(1)) | [c, *_]) if (d): f((x))\n", "type X[T: (int)] = list[T]\ndef f[T](x: T) -> T: return g((x))\n"]


def facts(text: str, tree: nodes.Module) -> ModuleFacts:
    walker = StatementWalker(text)
    walker.module(tree)
    return walker.facts("main.py")


@pytest.mark.parametrize("path", PROGRAMS + STANDARD, ids=lambda path: path.stem)
def test_files_give_the_same_facts(path: Path) -> None:
    text = path.read_text("utf-8")
    try:
        tree = from_ast.read_module(text, Tokens(text))
    except UnreadError:
        assert "    match " in text
    else:
        assert facts(text, tree) == facts(text, from_libcst.module(text))


@pytest.mark.parametrize("text", STRINGS + PARENTHESES)
def test_strings_and_parentheses_give_the_same_tree(text: str) -> None:
    assert spelled(from_ast.read_module(text, Tokens(text))) == spelled(from_libcst.module(text))


def spelled(node: object) -> object:
    """A tree as lists, without what is never looked at: how libcst groups statements, commas behind all but the last item."""
    if isinstance(node, (list, tuple)):
        return [each for item in node for each in (spelled(item.body) if isinstance(item, nodes.SimpleStatementLine) else [spelled(item)])]
    if not isinstance(node, nodes.Node):
        return node or None if isinstance(node, str) else node
    name = "IndentedBlock" if isinstance(node, nodes.SimpleStatementSuite) else type(node).__name__
    return [name, *(spelled(getattr(node, field)) for field in node.__struct_fields__ if field != "comma")]


@pytest.mark.parametrize("text", NEWER)
def test_what_this_reader_does_not_know_libcst_does(text: str) -> None:
    with pytest.raises((UnreadError, SyntaxError)):
        from_ast.read_module(text, Tokens(text))
    assert collect(SourceFile("main.py", "main.py", text)).expressions


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads it")
def test_what_this_python_does_not_read_libcst_does() -> None:
    text = "f'{x[\"a\"]}' f'{y['b']}'"
    with pytest.raises(SyntaxError):
        from_ast.read_module(text, Tokens(text))
    assert isinstance(parser.parse_expression(text, Tokens(text)), nodes.ConcatenatedString)


def test_parentheses_and_strings_that_do_not_pair_are_noticed() -> None:
    text = "f(x)('a')\n"
    unpaired, moved = Tokens(text), Tokens(text)
    unpaired.closes.clear()
    moved.ends[-2] += 1
    for tokens in (unpaired, moved):
        with pytest.raises(UnreadError):
            from_ast.read_module(text, tokens)


@pytest.mark.parametrize("text", ["aé\nß日𝐱b\r\n\rü", "é", "a\nb", "\n\n日\x0c\u2028b", "\u07ff\u0800\uffff\U00010000 "])
def test_columns_are_bytes(text: str) -> None:
    columns, line, column = Columns(text), 1, 0
    for offset, character in enumerate(text):
        assert columns.offset(line, column) == offset
        ends = character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n")
        line, column = (line + 1, 0) if ends else (line, column + len(character.encode()))


def test_the_fields_of_nodes_are_libcsts() -> None:
    made = {name: node for name, node in vars(nodes).items() if isinstance(node, type) and issubclass(node, nodes.Node)}
    assert len(made) > 100
    for name in made.keys() - {"Node", *(name for name in made if name.startswith("Base"))}:
        assert set(made[name].__struct_fields__) <= set(getattr(cst, name).__dataclass_fields__), name
