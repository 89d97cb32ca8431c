from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mindaudit.collect import formatted, guard
from mindaudit.collect.guard import MAX_CHAIN, MAX_DEPTH, MAX_IN_PATTERN, TooDeepError, check
from mindaudit.collect.parser import parse_module

DEEP: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: "x = " + "(" * n + "1" + ")" * n,
    "calls": lambda n: "x = " + "f(" * n + "1" + ")" * n,
    "dictionaries": lambda n: "x = " + "{1: " * n + "1" + "}" * n,
    "over many lines": lambda n: "x = " + "[\n" * n + "1" + "]\n" * n,
    "never closed": lambda n: "x = " + "(" * n,
    "among strings": lambda n: "x = " + "(')', " * n + ")" * n,
    "in a formatted string": lambda n: "x = f'a{" + "(" * (n - 1) + "1" + ")" * (n - 1) + "}'",
    "formatted strings": lambda n: "x = " + 'f"{' * n + "1" + '}"' * n,
    "fields of specifications": lambda n: "x = f'{a" + ":{a" * (n - 1) + "}" * n + "'",
}
LONG: dict[str, Callable[[int], str]] = {
    "sum": lambda n: "x = 1" + "+1" * n,
    "calls": lambda n: "x = a" + ".b()" * n,
    "inside brackets": lambda n: "f(0, 1" + "\n + 1" * n + ", 2)",
    "words": lambda n: "x = " + "not " * n + "1",
    "continued lines": lambda n: "x = 1" + " \\\n + 1" * n,
    "strings": lambda n: "x = (" + "'a'\n" * n + ")",
    "branches": lambda n: "if a:\n  pass\n" + "elif b:\n  pass\n" * n,
    "chains in chains": lambda n: "x = " + "(" * 8 + "a" + (".b" * (n // 8) + ")") * 8,
    "sums in sums": lambda n: "x = " + "(" * 30 + "a" + (" + b" * (n // 30) + ")") * 30,
    "calls in subscripts": lambda n: "x = " + "f[0, " * 12 + "a" + ("()" * (n // 12) + "]") * 12,
    "not in ASCII": lambda n: "größe = 1" + "+größe" * n,
    "in a formatted string": lambda n: "x = f'''\\n {{{a" + "\n+ a" * n + ":'>3}'''",
    "in formatted strings": lambda n: "x = " + 'f"{' * 11 + "a" + "+a" * n + '}"' * 11,
    "behind formatted strings": lambda n: "x = f'" + "-" * 500 + "{a!r:>{b['(']}}' # f'{a\ny = rf'\\{{'" + " + a" * n,
    "behind one never closed": lambda n: "x = f'{a:{" + "-" * 500 + "\ny = a" + " + a" * n,
}
COPIED: dict[str, Callable[[int], str]] = {
    "calls": lambda n: "x = (" + "a, " * n + ")" + ".b()" * 300,
    "subscripts": lambda n: "x = [" + "a, " * n + "]" + "[0]" * 300,
    "an operand of a sum": lambda n: "x = 1 + {" + "a, " * n + "}" + ".b" * 300,
    "over many lines": lambda n: "x = f(" + "[a, b], \n" * (n // 4) + ")" + "\\\n .b()" * 300,
    "inside brackets": lambda n: "f(0, [" + "a, " * n + "]" + ".b" * 300 + ", 2)",
    "a string": lambda n: "x = ''.join([" + "'a', " * (n // 2) + "])" + ".b()" * 300,
}


@pytest.mark.parametrize("make", DEEP.values(), ids=DEEP)
def test_depth(make: Callable[[int], str]) -> None:
    check(make(MAX_DEPTH - 1))
    for depth in (MAX_DEPTH + 1, 20_000):
        with pytest.raises(TooDeepError, match="nest deeper"):
            check(make(depth))


@pytest.mark.parametrize("make", LONG.values(), ids=LONG)
def test_length(make: Callable[[int], str]) -> None:
    check(make(MAX_CHAIN // 2 - 5))
    for length in (MAX_CHAIN + 1, 20_000):
        with pytest.raises(TooDeepError, match="more than"):
            check(make(length))


@pytest.mark.parametrize("make", COPIED.values(), ids=COPIED)
def test_length_of_what_is_copied(make: Callable[[int], str]) -> None:
    """The parser takes ten seconds for 30,000 names with 150 calls behind them."""
    check(make(2_000))
    with pytest.raises(TooDeepError, match="copy more than"):
        check(make(30_000))


@pytest.mark.parametrize("text", ["match x:\n  case {}: pass\n", "if a: del {}\n", "del {}; x = 1\n", "del a, {}\n"])
def test_depth_in_a_pattern(text: str) -> None:
    """The parser takes three times as long for each level."""
    check(text.format("(" * MAX_IN_PATTERN + "a" + ",)" * MAX_IN_PATTERN))
    with pytest.raises(TooDeepError, match="in a pattern or behind del"):
        check(text.format("(" * 40 + "a" + ",)" * 40))


@pytest.mark.parametrize(
    "text",
    [
        "del d[{}]\n",
        "del f{}.b, (c, [d[{}]])\n",
        "match x:\n  case a if {}: pass\n",
        "x = case({})\n",
        "def f(): return case({})\n",
    ],
)
def test_depth_beside_a_pattern(text: str) -> None:
    """What is no pattern or target itself takes the parser no time."""
    written = text.replace("{}", "(" * 40 + "a + 1" + ")" * 40)
    check(written)
    assert parse_module(written)


def test_targets_in_brackets_of_targets() -> None:
    for text in ("del {}", "del [{}]", "x = 1; del a, {}, b", "if a: del\\\n{}", "del (a,  # comment\n {},)"):
        with pytest.raises(TooDeepError, match="behind del"):
            check(text.format("[" * 40 + "a" + ",]" * 40))


def test_the_line_is_named() -> None:
    with pytest.raises(TooDeepError) as raised:
        check('"""\na\n"""\r\nx = 1\n\ny = 1' + "+1" * 2000)
    assert raised.value.line == 6


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = [" + "1, " * 20_000 + "]",
        "x = {" + "'a': b + c,\n" * 5_000 + "}",
        "x = a + b\n" * 5_000,
        "a, b\n" + "x = a + b\n" * 5_000 + "c, d\n",
        "x = '" + "(" * 5_000 + "'",
        "case = " + "(" * 40 + "a" + ",)" * 40,
        "del a\ncase: int = f(" + "(" * 40 + "a" + ",)" * 40 + ")",
        "match x:\n  case 1: x = " + "(" * 40 + "a" + ",)" * 40,
        "x = (a" + " + b" * 600 + ") * (a" + " + b" * 600 + ")",
        "x = f((a" + ".b" * 600 + "), (a" + ".b" * 600 + "))",
        "# " + "((((1+1+1" * 5_000,
        "x = '''" + "\n(((( 1 + 1" * 5_000 + "'''",
        "if a:\n  pass\nelif b:\n  pass\n" * 2_000,
        "x = 'never closed\ny = (1)",
        "x = f'" + "+" * 5_000 + "{a}'",
        "x = f'''" + "{a} + {b:>3}\n" * 5_000 + "'''",
        "x = f'" + "{{(" * 5_000 + "{a:>3}'",
        "x = f'{a:" + "(" * 5_000 + "}'",
        "x = (" + "a, " * 30_000 + ")" + " + b.c()" * 150,
        "x = " + " + ".join(["[" + "a, " * 1_000 + "]"] * 150),
        "x = a" + ".b()" * 150 + ".c(" + "a, " * 30_000 + ")",
        ("x = (" + "a, " * 1_000 + ")" + ".b()" * 150 + "\n") * 10,
    ],
)
def test_what_is_only_long_passes(text: str) -> None:
    check(text)


@pytest.mark.parametrize("make", [*DEEP.values(), *LONG.values(), *COPIED.values()], ids=[*DEEP, *LONG, *COPIED])
def test_the_quick_look_never_misses_what_the_exact_one_finds(make: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = make(30_000 if make in COPIED.values() else 1500)
    seen = formatted.opened(text, guard._CODE) if formatted.can_hide(text) else text
    quick = guard._is_suspect(seen) or text.count("elif") > MAX_CHAIN
    monkeypatch.setattr(guard, "_is_suspect", lambda text: True)
    with pytest.raises(TooDeepError):
        check(text)
    assert quick


def test_real_code_passes() -> None:
    texts = [path.read_text("utf-8") for path in Path(guard.__file__).parents[1].rglob("*.py")]
    for text in texts:
        check(text)
    assert sum(map(guard._is_suspect, texts)) <= len(texts) / 100, "the quick look lets too little pass"


def test_many_deep_places_are_too_much_together() -> None:
    deep = f"x = {'{1: ' * 190}y{'}' * 190}\n"
    check(deep)
    with pytest.raises(TooDeepError, match="too many brackets"):
        check(deep * 20)
    check(f"x = {'{1: ' * 40}y{'}' * 40}\n" * 200)
