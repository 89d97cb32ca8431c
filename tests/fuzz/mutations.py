"""Damages texts and bytes: what editors, merges, disks and other tools do to files, and what nobody does."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
ODD = (
    *(
        "\0",
        "\x0c",
        "\r",
        "\r\n",
        "\t",
        "\ufeff",
        "\u2028",
        "\x85",
        "\xa0",
        "\\\n",
        "\\",
        "\x1a",
        "é",
        "变量",
        "𝐱",
        "\u0301",
        "\U0010ffff",
        "'''",
    ),
    *(
        '"',
        "#",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":=",
        "**",
        "...",
        "->",
        "@",
        "!",
        "$",
        "?",
        "`",
        "lambda: ",
        "f'{",
        "t'{x}'",
        "await ",
        "async ",
    ),
    *(
        " if ",
        " else ",
        "0x",
        "1_0",
        "1e999",
        "0b12",
        "07",
        "1j",
        "None",
        "print x",
        "yield",
        "*",
        "% time",
        "%%bash\n",
        "!ls",
        "<<<<<<< HEAD\n",
    ),
)
ODD_BYTES = (
    b"\0",
    b"\xff",
    b"\xfe\xff",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"\xef\xbb\xbf",
    b"\x81",
    b"\x1a",
    b"\xf4\x90\x80\x80",
    b"\r",
    b"\x0c",
)
COOKIES = (
    "latin-1",
    "utf-8",
    "gbk",
    "utf-16",
    "cp1252",
    "utf-8-sig",
    "ascii",
    "rot13",
    "utf-7",
    "idna",
    "no-such",
    "hex",
    "unicode_escape",
    "big5",
)


def mutated(text: str, others: Sequence[str], random: Random) -> str:
    """The text after one to five changes; `others` are texts to take parts from."""
    for _ in range(random.choice([1, 1, 1, 2, 3, 5])):
        text = random.choice(TEXT_CHANGES)(text, random.choice(others), random)
    return text


def damaged(data: bytes, random: Random) -> bytes:
    """The bytes after some flips, cuts and insertions."""
    for _ in range(random.choice([1, 1, 2, 4, 16])):
        data = random.choice(BYTE_CHANGES)(data, random)
    return data


def encoded(text: str, random: Random) -> bytes:
    """The text as some editor may save it: any encoding, with or without a cookie or mark that says so, truly or not."""
    cookie, encoding = random.choice(COOKIES), random.choice(COOKIES)
    if random.random() < 0.7:
        text = (
            random.choice(["# -*- coding: {} -*-\n", "#!python\n# coding={}\n", "\n# vim: set fileencoding={} :\n"]).format(cookie) + text
        )
        encoding = cookie if random.random() < 0.6 else encoding
    try:
        data = text.encode(encoding, "replace")
    except (LookupError, UnicodeError):
        data = text.encode("utf-8", "surrogatepass")
    return random.choice([b"", b"", b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xef\xbb\xbf\xef\xbb\xbf"]) + data


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True) or [""]


def _delete_lines(text: str, _other: str, random: Random) -> str:
    lines = _lines(text)
    start = random.randrange(len(lines))
    del lines[start : start + random.choice([1, 1, 1, 2, 5])]
    return "".join(lines)


def _repeat_lines(text: str, _other: str, random: Random) -> str:
    lines = _lines(text)
    start = random.randrange(len(lines))
    part = lines[start : start + random.randint(1, 4)]
    return "".join([*lines[:start], *part * random.choice([2, 2, 3, 20]), *lines[start + len(part) :]])


def _move_line(text: str, _other: str, random: Random) -> str:
    lines = _lines(text)
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randint(0, len(lines)), line)
    return "".join(lines)


def _take_lines(text: str, other: str, random: Random) -> str:
    lines, source = _lines(text), _lines(other)
    start, place = random.randrange(len(source)), random.randint(0, len(lines))
    return "".join([*lines[:place], *source[start : start + random.randint(1, 10)], *lines[place:]])


def _indent(text: str, _other: str, random: Random) -> str:
    lines = _lines(text)
    start = random.randrange(len(lines))
    for i in range(start, min(len(lines), start + random.choice([1, 1, 3, 10]))):
        lines[i] = random.choice([" ", "    ", "\t", "\x0c"]) + lines[i] if random.random() < 0.6 else lines[i].removeprefix("    ")
    return "".join(lines)


def _cut(text: str, _other: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return random.choice([text[:place], text[place:]])


def _swap_tokens(text: str, _other: str, random: Random) -> str:
    tokens = TOKEN.findall(text) or [""]
    i = random.randrange(len(tokens))
    j = random.randrange(len(tokens)) if random.random() < 0.5 else min(len(tokens) - 1, i + random.randint(1, 4))
    tokens[i], tokens[j] = tokens[j], tokens[i]
    return "".join(tokens)


def _delete_token(text: str, _other: str, random: Random) -> str:
    tokens = TOKEN.findall(text) or [""]
    del tokens[random.randrange(len(tokens))]
    return "".join(tokens)


def _insert_odd(text: str, _other: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(ODD) + text[place:]


def _rename(text: str, other: str, random: Random) -> str:
    """Another name at one place or at all: mostly valid still, with other meanings."""
    names, new = re.findall(r"[^\W\d]\w*", text), re.findall(r"[^\W\d]\w*", other)
    if not names or not new:
        return text
    old = random.choice(names)
    return re.sub(rf"\b{old}\b", random.choice(new), text, count=random.choice([0, 1, 3]))


def _number(text: str, _other: str, random: Random) -> str:
    values = ("0", "-1", "1", "2", "1e400", "10**6", "None", "9" * 30, "9" * 5000, "True", "x.shape[0]", "0.1", "float('nan')")
    return re.sub(r"\b\d+\b", lambda found: random.choice(values) if random.random() < 0.3 else found[0], text)


def _line_ends(text: str, _other: str, random: Random) -> str:
    return text.replace("\n", random.choice(["\r\n", "\r", "\n\n", "\\\n", "\x0c\n", " \n", "\n\r"]), random.choice([-1, 1, 3]))


def _transplant(text: str, other: str, random: Random) -> str:
    """One expression or statement in the place of another: valid mostly, and never seen before."""
    old, new = _spans(text), _spans(other)
    if not old or not new:
        return text
    (start, end), (first, last) = random.choice(old), random.choice(new)
    return f"{text[:start]}({other[first:last]}){text[end:]}" if random.random() < 0.8 else text[:start] + other[first:last] + text[end:]


def _double(text: str, _other: str, random: Random) -> str:
    """One expression inside copies of what surrounds it: grows nesting."""
    spans = _spans(text)
    if not spans:
        return text
    start, end = random.choice(spans)
    inside = [(first, last) for first, last in spans if start <= first and last <= end and (first, last) != (start, end)]
    if not inside:
        return text
    first, last = random.choice(inside)
    grown = text[start:end]
    for _ in range(random.choice([1, 2, 8])):
        grown = f"{text[start:first]}({grown}){text[last:end]}"
        if len(grown) > 20_000:
            break
    return text[:start] + grown + text[end:]


def _spans(text: str) -> list[tuple[int, int]]:
    """Where the expressions of a text stand; none if it is not valid."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    starts = [0]
    for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", text):
        starts.append(starts[-1] + len(line))
    spans = []
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and text.isascii() and node.end_lineno is not None and node.end_col_offset is not None:
            spans.append((starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset))
    return spans


TEXT_CHANGES: tuple[Callable[[str, str, Random], str], ...] = (
    *(
        _delete_lines,
        _repeat_lines,
        _move_line,
        _take_lines,
        _indent,
        _cut,
        _swap_tokens,
        _swap_tokens,
        _delete_token,
        _insert_odd,
        _rename,
    ),
    *(_rename, _rename, _number, _line_ends, _transplant, _transplant, _transplant, _transplant, _double),
)


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1 :]


def _truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _drop(data: bytes, random: Random) -> bytes:
    place = random.randint(0, len(data))
    return data[:place] + data[place + random.choice([1, 1, 8, 64]) :]


def _insert_bytes(data: bytes, random: Random) -> bytes:
    place = random.choice([0, len(data), random.randint(0, len(data))])
    return data[:place] + random.choice(ODD_BYTES) + data[place:]


BYTE_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (_flip, _flip, _flip, _truncate, _drop, _insert_bytes)

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    10**30,
    "",
    "x",
    "\ud800",
    "a\0b",
    [],
    [None],
    {},
    {"": {}},
    [[[]]],
    "\u202e",
    "=1+1",
)


def reshaped(value: Any, random: Random) -> Any:
    """A JSON value of which one part, at any depth, is replaced, dropped, doubled, or bears another key."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        return _reshaped_object(value, random)
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        part = random.choice([[reshaped(value[place], random)], [reshaped(value[place], random)], [], [value[place]] * 2])
        return [*value[:place], *part, *value[place + 1 :]]
    return random.choice(VALUES)


def _reshaped_object(value: dict[str, Any], random: Random) -> dict[str, Any]:
    key = random.choice(list(value))
    changed = dict(value)
    how = random.random()
    if how < 0.7:
        changed[key] = reshaped(value[key], random)
    elif how < 0.9:
        del changed[key]
    else:
        changed[random.choice(["", "path", "x", key.upper()])] = changed.pop(key)
    return changed


def reshaped_json(text: str, random: Random) -> bytes:
    """JSON with one to three parts changed, now and then with an object nested too deep or a text that is no JSON."""
    value = json.loads(text)
    for _ in range(random.choice([1, 1, 2, 3])):
        value = reshaped(value, random)
    written = json.dumps(value, ensure_ascii=random.random() < 0.5, indent=random.choice([None, 1]))
    if random.random() < 0.02:
        written = "[" * 100_000 + written
    data = written.encode("utf-8", "surrogatepass")
    return damaged(data, random) if random.random() < 0.3 else data
