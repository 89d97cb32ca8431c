"""Results with named parts that a program keeps in something before it reads a part, rewritten in PyNative mode."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

FOUND = 'named_result(mint.max(x, 1), "values", "indices")'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a, b = torch.max(x, 1), 2; y = a.indices", f"a, b = {FOUND}, 2; y = a.indices"),
        ("self.a = torch.max(x, 1); y = self.a.indices", f"self.a = {FOUND}; y = self.a.indices"),
        ('a = {"m": torch.max(x, 1)}; y = a["m"].values', f'a = {{"m": {FOUND}}}; y = a["m"].values'),
        ("a.append(torch.max(x, 1)); y = a[0].values", f"a.append({FOUND}); y = a[0].values"),
        ("y = [torch.max(x, 1) for _ in a][0].values", f"y = [{FOUND} for _ in a][0].values"),
        ("a.append(torch.max(x, 1)); y = a[0][1]", "a.append(mint.max(x, 1)); y = a[0][1]"),
        ("a.append(torch.max(x, 1)); y = self.values()", "a.append(mint.max(x, 1)); y = self.values()"),
        ("a, b = torch.max(x, 1); y = self.values", "a, b = mint.max(x, 1); y = self.values"),
    ],
)
def test_its_parts_have_names_where_these_are_read(before: str, after: str, tmp_path: Path) -> None:
    source = f"import torch\n\n\ndef f(self, x: torch.Tensor, a):\n    {before}\n    return y\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert ast.unparse(ast.parse(f"{after}; return y")) == "\n".join(map(ast.unparse, ast.parse(new).body[-1].body))
