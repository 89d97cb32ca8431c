"""The words of random programs: literals, names, operators, and the APIs of the mapping table with the arguments that its rows ask for."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import mindaudit_data

LITERALS = (
    *(
        "0",
        "1",
        "-1",
        "2",
        "3.5",
        "1e400",
        "1e-9",
        "2j",
        "0xFFFFFFFFFFFFFFFFFFFF",
        "10**9",
        "None",
        "True",
        "False",
        "...",
        "()",
        "[]",
        "{}",
    ),
    *('""', '"cuda"', "'relu'", "b'a'", "r'\\d'", "'\\ud800'", '"""a\nb"""', "(1, 2)", "[3, 3]", "{'a': 1}", "{1, 2}", "(2, (3, 4))"),
    *('"zeros"', '"same"', '"sum"', "torch.float32", "torch.bool", "torch.device('cpu')", "nn.ReLU", "torch.long", "slice(1, None)"),
)
VARIABLES = (
    "x",
    "y",
    "h",
    "mask",
    "self",
    "self.conv",
    "self.k",
    "x.shape",
    "x.shape[0]",
    "args",
    "kwargs",
    "cfg",
    "name",
    "np",
    "F",
    "été",
    "_",
)
MODULES = (
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "numpy",
    ".",
    "..deep",
    "model",
    "os.path",
    "torchvision.ops",
    "timm.layers",
    "mindspore",
)
BINARY = ("+", "-", "*", "@", "/", "//", "%", "**", "&", "|", "^", "<<", ">>")
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in")
METHODS = ("view", "size", "item", "sum", "to", "cuda", "backward", "add_", "permute", "split", "T", "mean", "nonzero")
ATTRIBUTES = ("shape", "T", "data", "grad", "values", "indices", "weight", "dtype", "__class__", "a")
COMMENTS = (
    *(
        "",
        "",
        "",
        "",
        "  # comment",
        "  # mindaudit: ignore[MA202] runs on the host",
        "  # mindaudit: ignore",
        "  # mindaudit: ignore[MA3xx",
    ),
    *(
        "  # type: ignore",
        "  # mindaudit: ignore-start[MA2xx] later",
        "  # mindaudit: ignore-end",
        "  # 注释 \u2028",
        "  # mindaudit: ignore[] x",
    ),
)


@cache
def apis() -> tuple[str, ...]:
    """The names that the mapping table has rows for."""
    return tuple(conditions())


@cache
def conditions() -> dict[str, tuple[tuple[str, str], ...]]:
    """By torch name, the pairs of parameter and literal that rows ask for, so that calls can be made which rows tell apart."""
    found: dict[str, set[tuple[str, str]]] = {}
    for file in sorted((Path(mindaudit_data.__file__).parent / "mappings").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as text:
            for row in csv.DictReader(text):
                pairs = re.findall(r"(\w+)!?=([^&!=|{}]+?)\s*(?:&|$)", row["when"])
                asked = {pair for pair in pairs if pair[0] not in ("kind", "type", "rank", "dtype")}
                for name in mindaudit_data.names_of(row["torch_name"]):
                    if not name.endswith(mindaudit_data.FAMILY):
                        found.setdefault(name, set()).update(asked)
    return {name: tuple(sorted(pairs)) for name, pairs in sorted(found.items())}
