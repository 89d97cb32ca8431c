"""Render the mending code of every hazard in packages, parse it, and parse each file with it in place.

    python benchmarks/mendings.py PATH... [--target VERSION] [--mode graph] [--backend cpu]

Prints one line per rule: hazards, how many of them offer code, and how many of those do not parse alone or make the file fail to parse.
Exit status 1 if there are such.
"""

from __future__ import annotations

import argparse
import ast
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator

import mindaudit
from mindaudit.config.schema import Config
from mindaudit.model import Hazard, Span, Target
from mindaudit_data.versions import TARGETS


def parses(source: str) -> bool:
    """Whether Python reads a text."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


def hazards(path: str, target: Target) -> Iterator[tuple[Hazard, str]]:
    """Each hazard beneath a path, with the text of its file."""
    for file in mindaudit.scan([path], Config(targets=(target,))).files:
        yield from ((hazard, file.text) for hazard in file.hazards)


def replaced(text: str, span: Span, code: str) -> str:
    """A text with code in place of a span; of an assignment in place of an expression the name that it binds."""
    tree = ast.parse(code).body[0]
    is_binding = isinstance(tree, ast.Assign) and ":=" in text[slice(*span)]
    return text[: span[0]] + (ast.unparse(tree.targets[0]) if is_binding and isinstance(tree, ast.Assign) else code) + text[span[1] :]


def broken(hazard: Hazard, text: str, code: str) -> bool:
    """Whether code does not parse, alone or in its file."""
    span = (hazard.mitigation.replaces if hazard.mitigation else None) or hazard.span
    return not parses(textwrap.dedent(code)) or (parses(text) and not parses(replaced(text, span, code)))


def main() -> int:
    """Run over the paths named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    for name, default in (("target", TARGETS[-1]), ("mode", "graph"), ("backend", "cpu")):
        parser.add_argument(f"--{name}", default=default)
    options = parser.parse_args()
    found, offered, bad = Counter[str](), Counter[str](), Counter[str]()
    for path in options.paths:
        for hazard, text in hazards(path, Target(options.target, options.mode, options.backend)):
            code = hazard.mitigation.code if hazard.mitigation else ""
            found[hazard.code] += 1
            offered[hazard.code] += bool(code)
            if code and broken(hazard, text, code):
                bad[hazard.code] += 1
                print("does not parse:", path, hazard.code, repr(code))
    for code in sorted(found):
        print(f"{code} {found[code]:6} {offered[code]:6} {bad[code]:4}")
    print(f"all   {found.total():6} {offered.total():6} {bad.total():4}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
