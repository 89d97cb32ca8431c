"""Loops that graphs refuse, rewritten."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from test_rewrite import network, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

CONFIG = Config(jobs=1, cache=False, targets=(Target("2.10", "graph", "cpu"),))


def after(folder: Path, body: str) -> str:
    return rewritten(folder, network(dedent(body).rstrip(), "x, parts, wanted"), Choice(recipes=True), CONFIG).new


def test_what_follows_a_loop_without_break_asks_a_name(tmp_path: Path) -> None:
    new = after(
        tmp_path,
        """        for part in parts:  # one by one
            x = torch.abs(x)
            while x is None:
                break
            if wanted is None:
                break
            for each in part:
                x = x + each
            else:
                break
        else:  # none
            x = -x
        return x
""",
    )
    assert (
        new.partition("def construct(self, x, parts, wanted):\n")[2]
        == """        completed = True
        for part in parts:  # one by one
            x = mint.abs(x)
            while x is None:
                break
            if wanted is None:
                completed = False
                break
            completed1 = True
            for each in part:
                x = x + each
            if completed1:
                completed = False
                break
        if completed:  # none
            x = -x
        return x
"""
    )


@pytest.mark.parametrize(
    ("before", "written"),
    [
        ("[torch.abs(y) for part in parts for y in part]", "flattened([[mint.abs(y) for y in part] for part in parts])"),
        (
            "[y for p in parts if p for y in torch.split(x, p) if p]",
            "flattened([[y for y in ops.split(x, p) if p] for p in parts if p])",
        ),
        ("[y for part in torch.split(x, 1) for y in part]", "flattened([[y for y in part] for part in ops.split(x, 1)])"),
        (
            "[y for n in reversed(range(x.size(0))) for y in zip('ab', reversed([x, n]))]",
            "flattened([[y for y in zip(tuple('ab'), reversed_of([x, n]))] for n in reversed_of(range(x.shape[0]))])",
        ),
        ("[z for part in parts for y in part for z in y]", "[z for part in parts for y in part for z in y]"),
    ],
)
def test_a_comprehension_of_two_loops_becomes_one_in_another(before: str, written: str, tmp_path: Path) -> None:
    new = after(tmp_path, f"        found = {before}\n        return torch.cat(found)\n")
    assert "".join(f"found = {written}".split()) in "".join(new.split())
    assert ("(MA407)" in new) == ("flattened" not in written)


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ('        if wanted not in names:\n            raise ValueError(f"one of {names}")\n', 'names = ("a", "b")'),
        ("        if wanted in names:\n            x = x + len(names)\n", 'names = {"a", "b"}'),
    ],
)
def test_a_set_that_is_only_asked_by_its_name_becomes_a_tuple(body: str, written: str, tmp_path: Path) -> None:
    new = after(tmp_path, f'        names = {{"a", "b"}}\n{body}        return torch.abs(x)\n')
    assert f"        {written}\n" in new


def test_a_set_in_a_function_inside_another_becomes_one_tuple(tmp_path: Path) -> None:
    inner = '        def asked(y):\n            names = {"a"}\n            return torch.abs(y) if wanted in names else y\n'
    new = after(tmp_path, f"{inner}\n        return asked(x)\n")
    assert '            names = ("a",)\n' in new


GENERATOR = """import torch
from torch import nn


def parts(x: torch.Tensor, n):
    '''Some.'''
    <body>


class Net(nn.Module):
    def forward(self, x):
        for each in parts(x, 2):
            x = x + each
        return x
"""


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (
            "for i in range(n):  # all\n        if i:\n            yield torch.abs(x)  # one\n    yield x",
            (
                "yielded = []\n    for i in range(n):  # all\n        if i:\n            yielded.append(mint.abs(x))  # one\n"
                "    yielded.append(x)\n    return iter(yielded)"
            ),
        ),
        ("yield from torch.split(x, 2)", "yielded = []\n    yielded += [*ops.split(x, 2)]\n    return iter(yielded)"),
        ("yield x, torch.abs(x)  # two", "yielded = []\n    yielded.append((x, mint.abs(x)))  # two\n    return iter(yielded)"),
        ("yield (x), torch.abs(x)", "yielded = []\n    yielded.append(((x), mint.abs(x)))\n    return iter(yielded)"),
        ("while n > 0:\n        yield x", ""),
        ("y = yield x", ""),
        ("yield x\n    return", ""),
        ("yielded = x\n    yield yielded", ""),
    ],
)
def test_a_generator_collects_what_it_yields(body: str, written: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, GENERATOR.replace("<body>", body), Choice(recipes=True), CONFIG).new
    assert ("(MA405)" in new.replace("\n    #  ", "")) is (not written)
    assert ("yielded.append" in new or "yielded +=" in new) is bool(written)
    assert f"    {written}\n" in new or not written
