"""What an edit costs in the editor: `python benchmarks/keystroke.py FILE...` prints milliseconds of CPU time for each kind of edit.

The file is audited as an open document of a folder that holds nothing else, and its diagnostics are made, as the language server does it
after each pause. What libcst takes to parse such a text as a whole stands beside it.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import libcst
from pygls.workspace import PositionCodec

from mindaudit.audit.gc_pause import uncollected
from mindaudit.lsp.answers import Answers
from mindaudit.lsp.session import Session
from mindaudit.sources.notebook import Code

ROUNDS = 7
_STATEMENT = re.compile(r"^( {8,})\w+ = ", re.MULTILINE)


def _comment(text: str, number: int) -> str:
    return f"{text}# {number}\n"


def _statement(text: str, number: int) -> str:
    """Another statement in a function in the middle of the text."""
    found = _STATEMENT.search(text, len(text) // 2) or _STATEMENT.search(text)
    return f"{text[: found.start()]}{found[1]}typed = {number}\n{text[found.start() :]}" if found else _comment(text, number)


def _name(text: str, number: int) -> str:
    return f"{text}\nTYPED_{number} = {number}\n"


EDITS: Mapping[str, Callable[[str, int], str]] = {"a comment": _comment, "a statement": _statement, "a global name": _name}


def measured(text: str) -> dict[str, float]:
    """The median of the rounds, by kind of edit, and that of the parser."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder).resolve() / "typed.py"
        file.write_text(text, "utf-8")
        session = Session(file.parent)
        session.refresh()

        def shown(edited: str) -> None:
            audited = session.audit({str(file): Code(edited)})[str(file)]
            Answers(audited, session.config.targets[0], PositionCodec()).diagnostics()

        shown(text)
        made = {kind: [edit(text, number) for number in range(ROUNDS)] for kind, edit in EDITS.items()}
        costs = {kind: _median(shown, texts) for kind, texts in made.items()}
    return {**costs, "libcst's parse": _median(libcst.parse_module, made["a comment"])}


def _median(do: Callable[[str], object], texts: Sequence[str]) -> float:
    """Milliseconds for one text."""
    return sorted(_milliseconds(do, text) for text in texts)[len(texts) // 2]


def _milliseconds(do: Callable[[str], object], text: str) -> float:
    with uncollected(kept=False):
        begin = time.process_time()
        do(text)
        return (time.process_time() - begin) * 1000


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:]):
        content = each.read_text("utf-8")
        costs = ", ".join(f"{kind} {cost:.0f} ms" for kind, cost in measured(content).items())
        print(f"{each.name}, {content.count(chr(10))} lines: {costs}")
