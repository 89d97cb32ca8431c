"""Makes kernel_dtypes.csv, which dtypes the operators behind mindspore.mint take on Ascend.

    python -m importers.kernel_dtypes MINDSPORE CANN…

MINDSPORE is a clone of MindSpore's source, the CANN are clones of the repositories cann/ops-math and cann/ops-nn. A function that mint
imports from ops under the name of an operator's definition runs the operator that `aclnn_config.yaml` names, else the one of its own name
where the definition (`op_def/yaml`) leaves the kernel to the generator. What that operator takes says its page, `docs/aclnn….md`: the table
for all devices, and lines below it for some, which are counted in.
"""

from __future__ import annotations

import ast
import html
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from importers.tables import DATA, write_table

COLUMNS = ("name", "backend", "dtypes")
SOURCE = "mindspore.ops"
INPUT, FURTHER = "输入", "额外支持"
"""What the second column of the table says of an input, and lines of some devices of what they take besides."""
_DTYPES = {
    **{f"{sign}INT{bits}": f"{sign.lower()}int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)},
    "FLOAT": "float32",
    "FLOAT32": "float32",
    "FLOAT16": "float16",
    "BFLOAT16": "bfloat16",
    "BF16": "bfloat16",
    "DOUBLE": "float64",
    "BOOL": "bool",
    "COMPLEX64": "complex64",
    "COMPLEX128": "complex128",
}
_PAGE, _NAMED = re.compile(r"aclnn\w+"), re.compile(r"^(\w+): *'(aclnn\w+)'", re.MULTILINE)
_CLASS, _ASCEND = re.compile(r"^ +class:\s+name: *(\w+)", re.MULTILINE), re.compile(r"^ +Ascend: *(\w+)", re.MULTILINE)
_ROW, _CELL, _TAG = re.compile(r"<tr>(.*?)</tr>", re.DOTALL), re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL), re.compile(r"<[^>]+>")
_WORD = re.compile(r"[A-Z0-9]+")


def rows(mindspore: Path, checkouts: Sequence[Path]) -> Iterator[tuple[str, str, str]]:
    """The lines of the table."""
    dtypes = {name: found for checkout in checkouts for name, found in _described(checkout)}
    named = dict(_NAMED.findall((mindspore / "python/mindspore/ops_generate/pyboost/aclnn_config.yaml").read_text("utf-8")))
    for name, function in sorted(functions(mindspore / "python/mindspore/mint")):
        found = dtypes.get(operator(mindspore / f"ops/op_def/yaml/{function}_op.yaml", function, named))
        if found:
            yield name, "ascend", " ".join(found)


def functions(mint: Path) -> Iterator[tuple[str, str]]:
    """The functions that mint imports from ops, with the names that they have there; generated ones bear the name of their definition."""
    for path in mint.rglob("*.py"):
        module = ".".join(("mindspore", *path.relative_to(mint.parent).with_suffix("").parts)).removesuffix(".__init__")
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(SOURCE):
                yield from ((f"{module}.{alias.asname or alias.name}", alias.name) for alias in node.names)


def operator(definition: Path, function: str, named: Mapping[str, str]) -> str:
    """The operator that a generated function runs on Ascend; "" where it has a kernel of its own, which may run any."""
    if not definition.exists():
        return ""
    text = definition.read_text("utf-8")
    given = _CLASS.search(text)
    kind = given[1] if given else "".join(part[:1].upper() + part[1:] for part in function.split("_"))
    return named.get(kind, "") or ("" if _ASCEND.search(text) or "enable: True" not in text else f"aclnn{kind}")


def _described(checkout: Path) -> Iterator[tuple[str, list[str]]]:
    """The operators that the pages of a repository describe, each with the dtypes of its first input."""
    for path in sorted(checkout.rglob("docs/aclnn*.md")):
        dtypes = first_input(path.read_text("utf-8"))
        if dtypes and "experimental" not in path.relative_to(checkout).parts:
            yield from ((name, dtypes) for name in _PAGE.findall(path.name))


def first_input(page: str) -> list[str]:
    """The dtypes that a page gives for the first input, those of its table first; empty where it gives none."""
    further = " ".join(line for line in page.splitlines() if FURTHER in line)
    for row in _ROW.findall(page):
        cells = [_TAG.sub(" ", html.unescape(cell)).strip() for cell in _CELL.findall(row)]
        if len(cells) > 4 and cells[1].startswith(INPUT):
            found = [_DTYPES[word] for word in _WORD.findall(cells[4]) if word in _DTYPES]
            return list(dict.fromkeys([*found, *(_DTYPES[word] for word in _WORD.findall(further) if found and word in _DTYPES)]))
    return []


if __name__ == "__main__":
    write_table(DATA / "kernel_dtypes.csv", COLUMNS, rows(Path(sys.argv[1]) / "mindspore", [Path(argument) for argument in sys.argv[2:]]))
