"""Fuzz inputs in numbered blocks: the same seed, corpus and number always give the same input."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from mutations import damaged, encoded, mutated, reshaped_json
from programs import program

from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit.model import Audit
from mindaudit_reports import Report, formats

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BLOCK = 25
"""Inputs a block: all of one kind, so that hypothesmith, which makes them in batches, can take part."""

LARGEST = 6_000
"""Characters of a corpus file that are used at a time; small inputs find as much and sooner."""

DEEPEST = 100_000
"""Characters of nesting: some more need more memory than a worker has, for libcst's tree takes a thousand bytes for each."""

WEIGHTS = {
    "program": 26,
    "mutated": 30,
    "damaged": 10,
    "encoded": 4,
    "nested": 3,
    "grammar": 5,
    "nodes": 1,
    "project": 6,
    "notebook": 6,
    "settings": 4,
    "rows": 2,
    "baseline": 2,
    "report": 3,
}
"""How often each kind is made."""


@dataclass(frozen=True, slots=True)
class Input:
    """Files to give to the tool, and what they are."""

    kind: str
    block: int
    number: int
    files: dict[str, bytes]

    @property
    def name(self) -> str:
        """How a failure is called, and what `--only` takes."""
        return f"{self.block}.{self.number}"


class Inputs:
    """All inputs that belong to a seed."""

    def __init__(self, seed: int, corpus: Sequence[Path] = ()) -> None:
        """`corpus` are files and folders whose Python files are mutated beside the project's own seeds."""
        self._seed = seed
        self._corpus = corpus

    def kind(self, block: int) -> str:
        """What a block consists of."""
        return Random(f"{self._seed}/{block}").choices(list(WEIGHTS), list(WEIGHTS.values()))[0]

    def block(self, block: int) -> Iterator[Input]:
        """The inputs of one block."""
        kind = self.kind(block)
        if kind in ("grammar", "nodes"):
            for number, text in enumerate(_hypothesmith(kind, Random(f"{self._seed}/{block}").randrange(2**32))):
                yield Input(kind, block, number, {"input.py": text.encode("utf-8", "surrogatepass")})
            return
        make: Callable[[Random], dict[str, bytes]] = getattr(self, f"_{kind}")
        for number in range(BLOCK):
            yield Input(kind, block, number, make(Random(f"{self._seed}/{block}/{number}")))

    @cached_property
    def texts(self) -> list[str]:
        """The Python texts of the seed corpus: the tests' seeds and projects, the examples, the rules' pages, and what was named."""
        folders = [HERE / "seeds", ROOT / "tests" / "projects", ROOT / "examples", *self._corpus]
        files = [path for folder in folders for path in ([folder] if folder.is_file() else sorted(folder.rglob("*.py")))]
        pages = sorted((ROOT / "analyzer" / "mindaudit" / "hazards" / "rules").glob("*.md"))
        blocks = [block for page in pages for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)]
        return [*(path.read_text("utf-8", "replace") for path in files), *blocks]

    def _text(self, random: Random) -> str:
        """A text of the corpus; of a long one some part that begins with a whole statement, behind its imports."""
        text = random.choice(self.texts)
        if len(text) <= LARGEST:
            return text
        starts = [found.start() for found in re.finditer(r"^(?=\w|@)", text, re.MULTILINE)] or [0]
        start = random.choice(starts)
        end = max((each for each in starts if each <= start + LARGEST), default=len(text))
        imports = re.findall(r"^(?:import|from) .*\n", text[:LARGEST], re.MULTILINE)
        return "".join(imports) + text[start : end if end > start else start + LARGEST]

    def _program(self, random: Random) -> dict[str, bytes]:
        return {"input.py": program(random).encode("utf-8", "surrogatepass")}

    def _mutated(self, random: Random) -> dict[str, bytes]:
        text = self._text(random) if random.random() < 0.8 else program(random)
        return {"input.py": mutated(text, self.texts, random).encode("utf-8", "surrogatepass")}

    def _damaged(self, random: Random) -> dict[str, bytes]:
        return {"input.py": damaged(self._text(random).encode("utf-8"), random)}

    def _encoded(self, random: Random) -> dict[str, bytes]:
        return {"input.py": encoded(self._text(random), random)}

    def _nested(self, random: Random) -> dict[str, bytes]:
        before, behind = random.choice(FRAMES) if random.random() < 0.4 else ("", "")
        nest = _nest(random)
        if random.random() < 0.3:
            nest = _nest(random, f"({nest})")
        text = f"import torch\nx = torch.ones(1)\n{before}{nest}{behind}\n"
        return {"input.py": (mutated(text, self.texts, random) if random.random() < 0.3 else text).encode("utf-8", "surrogatepass")}

    def _project(self, random: Random) -> dict[str, bytes]:
        """Several files that import each other, and what else a walk may meet."""
        names = random.sample(
            ["model.py", "other.py", "pkg/__init__.py", "pkg/layers.py", "pkg/deep/x.py", "cells.ipynb", "café.py"], random.randint(2, 5)
        )
        links = [
            "from model import *",
            "from pkg.layers import Net as y",
            "from . import layers",
            "import other as x",
            "from .deep.x import *",
            "import pkg",
        ]
        files = {}
        for name in names:
            if name.endswith(".ipynb"):
                files |= {name: self._notebook(random)["input.ipynb"]}
                continue
            text = program(random) if random.random() < 0.6 else mutated(self._text(random), self.texts, random)
            files[name] = "\n".join([*random.sample(links, random.randint(0, 3)), text]).encode("utf-8", "surrogatepass")
        if random.random() < 0.3:
            files[".gitignore"] = damaged(b"*.tmp\n!keep.py\n/pkg/**/x.py\n[a-\n\\\n", random)
        return files

    def _notebook(self, random: Random) -> dict[str, bytes]:
        text = (HERE / "seeds" / random.choice(["cells.ipynb", "old_format.ipynb"])).read_text("utf-8")
        notebook = json.loads(text)
        cells = notebook.get("cells") or notebook["worksheets"][0]["cells"]
        for cell in cells:
            if random.random() < 0.4:
                source = mutated(random.choice([*self.texts[:5], program(random)])[:2_000], self.texts, random)
                cell[random.choice(["source", "input"])] = random.choice([source, source.splitlines(keepends=True)])
        written = json.dumps(notebook, ensure_ascii=random.random() < 0.5)
        return {"input.ipynb": reshaped_json(written, random) if random.random() < 0.6 else written.encode("utf-8", "surrogatepass")}

    def _settings(self, random: Random) -> dict[str, bytes]:
        text = (HERE / "seeds" / "mindaudit.toml").read_text("utf-8")
        name = "mindaudit.toml"
        if random.random() < 0.3:
            name, text = "pyproject.toml", "[tool.mindaudit]\n" + text.replace("[[overrides]]", "[[tool.mindaudit.overrides]]")
        data = damaged(text.encode(), random) if random.random() < 0.3 else _changed_settings(text, random).encode("utf-8", "surrogatepass")
        return {
            name: data,
            "src/input.py": b"import torch\nx = torch.nonzero(torch.ones(1))\n",
            **_seed_files("rows.csv", "rows_recipes.py"),
        }

    def _rows(self, random: Random) -> dict[str, bytes]:
        files = _seed_files("rows.csv", "rows_recipes.py")
        name = random.choice(["rows.csv", "rows.csv", "rows_recipes.py"])
        text = files[name].decode("utf-8")
        files[name] = (
            damaged(files[name], random) if random.random() < 0.3 else mutated(text, [text], random).encode("utf-8", "surrogatepass")
        )
        return {**files, "src/input.py": program(random).encode("utf-8", "surrogatepass")}

    def _baseline(self, random: Random) -> dict[str, bytes]:
        from mindaudit.policy import baseline

        text = baseline.dump(baseline.entries(self._audit))
        return {"baseline.json": reshaped_json(text, random), "input.py": _SMALL.encode()}

    def _report(self, random: Random) -> dict[str, bytes]:
        return {"audit.json": reshaped_json(as_json([self._audit]), random)}

    @cached_property
    def _audit(self):  # type: ignore[no-untyped-def]
        return scan([HERE / "seeds" / "cells.ipynb", HERE / "seeds" / "accepted_places.py"], Config(jobs=1, cache=False))


def as_json(audits: Sequence[Audit | Report]) -> str:
    """The JSON report of what was audited."""
    content = formats()["json"].render(audits)
    assert isinstance(content, bytes)
    return content.decode()


def _nest(random: Random, core: str | None = None) -> str:
    """Something in itself, often too deep; with `core` that is innermost."""
    depth = random.choice([10, 60, 150, 199, 201, 500, 990, 1100, 5_000, 30_000])
    opening, inside, closing = random.choice(NESTS)
    depth = min(depth, DEEPEST // len(opening + closing))
    return f"{opening * depth}{core or inside}{closing * depth}"


_SMALL = "import torch\nx = torch.nonzero(torch.ones(1))\nif x.sum() > 0:\n    x = x[x > 0]\n"

FRAMES = (("del ", ""), ("match x:\n case ", ": pass"), ("with ", ": pass"), ("for ", " in x: pass"), ("@", "\ndef f(x): pass"))
NESTS = (
    *(
        ("(", "x", ")"),
        ("[", "x", "]"),
        ("{", "x", "}"),
        ("f(", "x", ")"),
        ("-", "x", ""),
        ("not ", "x", ""),
        ("lambda: ", "x", ""),
        ("", "x", ".T"),
    ),
    *(
        ("", "x", ".abs()"),
        ("", "x", "[0]"),
        ("", "x", "()"),
        ("", "1", "+1"),
        ("", "x", " if x else y"),
        ("", "x", " and x"),
        ("", "x", " < x"),
    ),
    *(
        ("", "'a'", " 'a'"),
        ("", "f'{x}'", " f'{x}'"),
        ("torch.abs(", "x", ")"),
        ("x[", "0", "]"),
        ("x = ", "1", ""),
        ("if x:\n ", "pass", ""),
    ),
    *(
        ("a.", "b = 1", ""),
        ("(yield ", "x", ")"),
        ("[x for x in ", "x", "]"),
        ("{1: ", "x", "}"),
        ("(x := ", "x", ")"),
        ("", "x", "\nx = f(x)"),
    ),
    *(
        ("", "x", "\nx = x.abs() + x"),
        ("if x: pass\nelif x: pass\n", "pass", ""),
        ("with x, x as y: pass\n", "", ""),
        ("", "x", ", x"),
        ("", "x", ";x"),
    ),
    *(
        ("def f(x): return ", "x", ""),
        ("", "def f(x):\n return f(f)\nx = f(", "x)"),
        ("f'{", "x", "}'"),
        ("@f\n", "def f(): pass", ""),
        ("\\\n", "x", ""),
    ),
    *(
        ("", "match x:\n case ", "1 | 1"),
        ("", "import a", ".a"),
        ("(", "", ""),
        ("", "", ")"),
        ('"""', "", ""),
        ("\t", "x", ""),
        ("", "1" * 50, "1" * 50),
    ),
    *(
        ("await ", "x", ""),
        ("*", "x", ""),
        ("try:\n x\nfinally:\n x\n", "", ""),
        ("x = [x, x]\n", "x", ""),
        ("x = {**x, 'a': x}\n", "torch.sum(x)", ""),
    ),
    *(
        ("x = lambda: x\n", "x()", ""),
        ("class A(A): pass\n", "A()", ""),
        ("x = torch.cat([x, x], x.shape[0])\n", "x", ""),
        ("x = x if x else x.T\n", "x.sum()", ""),
    ),
)


def _seed_files(*names: str) -> dict[str, bytes]:
    return {name: (HERE / "seeds" / name).read_bytes() for name in names}


def _changed_settings(text: str, random: Random) -> str:
    """Some values of the file replaced by others, some keys misspelled, some lines gone."""
    values = (
        "true",
        "-1",
        "1e308",
        "nan",
        "''",
        '""',
        "[]",
        "{}",
        "[[]]",
        '"\\u0000"',
        '"2.10"',
        '["2.4", "2.10"]',
        "1979-05-27",
        '["["]',
        '"ascend,gpu"',
        "inf",
    )
    lines = []
    for line in text.splitlines():
        key, sign, value = line.partition(" = ")
        if sign and random.random() < 0.15:
            value = random.choice(values)
        if sign and random.random() < 0.02:
            key = random.choice(["", "[x", key.upper(), f'"{key}"', key + ".x", key[:-1]])
        if random.random() > 0.03:
            lines.append(key + sign + value)
    return "\n".join(lines)


def _hypothesmith(kind: str, seed: int) -> list[str]:
    """One block of programs that follow Python's grammar, by hypothesmith."""
    import hypothesis
    import hypothesmith

    found: list[str] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=BLOCK,
        database=None,
        phases=[hypothesis.Phase.generate],
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(hypothesmith.from_grammar() if kind == "grammar" else hypothesmith.from_node())
    def take(text: str) -> None:
        found.append(text)

    with warnings.catch_warnings(action="ignore"):
        take()
    return found[:BLOCK]
