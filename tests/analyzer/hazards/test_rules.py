"""Forms of each hazard that its page does not show, and forms that look like it and are none."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hazard_helpers import STRICT, audit, codes

from mindaudit.model import Target

HEAD = """
import collections
import math
import random

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Net(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.width = width
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.register_buffer("steps", torch.zeros(1))
        self.seen: list[int] = []

    def forward(self, x: Tensor, n: Tensor, mask: Tensor):
        {body}
        return x
"""

DATA = {
    "x = x[n > 0]": ["MA203"],
    "x = x[:, n.bool()]": ["MA203"],
    "x = x[n.to(torch.uint8)]": ["MA203", "MA509"],
    "x = x[mask]": ["MA203"],
    "x = x[~mask]": ["MA203"],
    "x = x[torch.isnan(x)]": ["MA203"],
    "x = torch.Tensor.masked_select(x, n > 0)": ["MA201"],
    "x = x.narrow(0, 0, int(n.max()))": ["MA206", "MA305"],
    "x = x.narrow(0, 0, x.shape[0] // 2)": ["MA206"],
    "x = x[int(n.max()) :]": ["MA206", "MA305"],
    "x = x.topk(x.shape[0])[0]": ["MA207"],
    "x = torch.histc(x, bins=int(n.max()))": ["MA209", "MA305"],
    "x = x[random.sample(range(9), k=int(n.max()))]": ["MA210", "MA305"],
    "x = torch.randint(0, 9, (int(n.max()),))": ["MA215", "MA305"],
    "x = torch.full((int(n.max()), 2), 0.0)": ["MA215", "MA305"],
    "x = torch.linspace(0, 1, int(n.max()))": ["MA215", "MA305"],
    "x = F.interpolate(x, size=(int(n.max()), 4))": ["MA215", "MA305"],
    "x = x.unsqueeze(int(n.max()))": ["MA212", "MA305"],
    "x = x.split([int(n[0]), 2])[0]": ["MA213", "MA305"],
    "x = torch.combinations(n)": ["MA213"],
    "x = x if x.sum() > 0 else -x": ["MA301"],
    "x = x if not mask.any() else -x": ["MA301"],
    "x = [t for t in x if t.sum() > 0]": ["MA301"],
    "x = x + 1 if n.max().item() > 3 else x": ["MA301", "MA305"],
    "for i in range(n.max()): x = x + i": ["MA303"],
    "for i, row in enumerate(torch.nonzero(x)): x = x + i": ["MA303", "MA202"],
    "for i in torch.where(x > 0)[0].tolist(): x = x + i": ["MA303", "MA305", "MA205"],
    "x = x if x.sum() > 0 else 0": ["MA301", "MA304"],
    "x = x.long() if x.sum() > 0 else x.int()": ["MA301", "MA304"],
    "x = x if x.sum() > 0 else None": ["MA301", "MA304"],
    "x = x * float(n.sum())": ["MA305"],
    "x = x * max(1, n.sum())": ["MA305"],
    "x = x * max([t.sum() for t in x])": ["MA305"],
    "x = x * math.sqrt(n.sum())": ["MA305"],
    "x = x + torch.from_numpy(np.abs(x))": ["MA516"],
    "x = x + torch.from_numpy(np.asarray(x))": ["MA305"],
    "x = [x, -x][n[0]]": ["MA305"],
    "x = (x, torch.equal(x, n))": ["MA305"],
    "x = (x, x.allclose(n))": ["MA305"],
    "assert x.min() > 0, x": ["MA306"],
    "x = (x, mask.any() and n.any())": ["MA306"],
    "x = (x, mask.any() or n.any() or x.any())": ["MA306", "MA306"],
    "x = (x, 0 < x.sum() < 1)": ["MA306"],
    "x = (x, n[0] in (1, 2))": ["MA306"],
    "x[x > 0] = n[x > 0]": ["MA420", "MA203"],
    "x = self.layers[int(n.max())](x)": ["MA419", "MA305"],
}

STATIC = [
    "x = x[n]",
    "x = x[n.long(), :2]",
    "x[mask] = 0",
    "x[x > 0] = x.mean()",
    "x = x[:, : self.width]",
    "x = x[..., None, 1:3]",
    "x = [x, x][: len(self.layers)][0]",
    "x = x.topk(k=5)[0]",
    "x = torch.where(mask, x, 0)",
    "x = F.one_hot(n, self.width)",
    "x = x.repeat_interleave(2, dim=0)",
    "x = torch.repeat_interleave(x, n, dim=0, output_size=9)",
    "x = torch.histc(x, bins=10)",
    "x = torch.multinomial(x, 3)",
    "x = x.sum(dim=-1).transpose(0, 1)",
    "x = torch.zeros(x.size(0), self.width) + x.view(x.shape[0], -1)",
    "x = x.split([2, 2], dim=1)[0]",
    "if x.shape[0] > 2 and x.dim() == 3: x = x + 1",
    "if self.training and self.width > 3: x = x + 1",
    "if x.dtype == torch.float32 and x.is_floating_point(): x = x + 1",
    "if isinstance(n, Tensor) and mask is not None: x = x + 1",
    "if len(x) == 3 or x.numel() > 9: x = x + 1",
    "for i in range(x.shape[1]): x = x + i",
    "for row in x: x = x + row",
    "for layer in self.layers: x = layer(x)",
    "x = x * max(1, x.shape[0])",
    "x = x * math.sqrt(x.shape[-1])",
    "x = x * int(x.size(0))",
    "x = x * n.max().clamp(min=1)",
    "x = x.cpu().to(torch.float32)",
    "x = torch.logical_and(mask.any(), n.any())",
    "assert x.shape[0] == n.shape[0], 'sizes'",
    "assert x is not None and n.ndim == 1",
    "x = (x, 'a' in {'a': x})",
    "x = self.layers[self.width % 3](x)",
    "x = sum(map(torch.abs, x.chunk(2)))",
    "x = F.interpolate(scale_factor=2.0, input=x)",
]


def found(body: str) -> list[str]:
    """The codes of MA2xx, MA3xx and MA4xx hazards in a forward with this line, device moves left out."""
    return [code for code in codes(HEAD.replace("{body}", body)) if code != "MA605"]


@pytest.mark.parametrize("body", DATA)
def test_what_depends_on_data_is_found(body: str) -> None:
    assert sorted(found(body)) == sorted(DATA[body])


DIFFERENT = {
    "x = x if x.sum() > 0 else 0": "`… if x.sum() > 0 else …` 一边是张量，另一边是数字",
    "x = x if x.sum() > 0 else None": "`… if x.sum() > 0 else …` 一边是张量，另一边是 None",
    "x = x.long() if x.sum() > 0 else x.int()": "`… if x.sum() > 0 else …` 的数据类型一边是 `int64`，另一边是 `int32`",
}


@pytest.mark.parametrize("body", DIFFERENT)
def test_what_branches_give_is_told_in_chinese(body: str) -> None:
    (told,) = (hazard.message_zh for hazard in audit(HEAD.replace("{body}", body)).found if hazard.code == "MA304")
    assert told == f"在这个以张量数据为条件的分支之后，{DIFFERENT[body]}"


@pytest.mark.parametrize("body", STATIC)
def test_what_is_static_is_not_reported(body: str) -> None:
    assert found(body) == []


SYNTAX = {
    "xs = [x]; xs.append(n); self.seen.append(1)": ["MA415"],
    "self.steps = self.steps + 1": [],
    "self.last = x": ["MA415"],
    "sizes = [3, 1]; sizes.sort()": ["MA416"],
    "y = {'a': x}; x = y.pop('a')": ["MA416"],
    "x = {k for k in (1, 2)} and x": ["MA408"],
    "x = x + next(iter((1, 2)))": ["MA413"],
    "del n": ["MA404"],
    "x = sum(p.sum() for p in self.parameters())": ["MA418"],
    "x = sum(m(x) for m in self.modules() if isinstance(m, nn.ReLU))": ["MA418"],
    "y = dict([('a', x), ('b', n)])": ["MA421"],
    "y = collections.OrderedDict((str(i), t) for i, t in enumerate(x))": ["MA421"],
    "y = dict(zip(('a', 'b'), (x, n)))": ["MA421"],
    "y = dict(zip(('a', 'b'), (torch.ones(2), 3)))": ["MA421"],
    "y = dict(zip(self.names, self.parts))": ["MA421"],
    "y = list(map(lambda t: dict(a=t), [x]))": ["MA413", "MA421"],
    "y = torch.utils.checkpoint.checkpoint(lambda t: dict(a=t), x)": ["MA610", "MA421"],
    "y = dict(a=x, width=3)": ["MA421"],
    "y = dict(size=x.shape[-2:], mode='nearest')": ["MA421"],
    "y = {'a': x}.copy()": ["MA421"],
    "y = dict({'a': x}, b=1)": ["MA421"],
    "y = dict(dtype=x.dtype, width=3)": ["MA421"],
    "y = dict(a=1, b=self.width)": [],
    "y = dict([('a', 1), ('b', 2)])": [],
    "y = collections.OrderedDict(); y['a'] = x": [],
    "y = {k: t for k, t in [('a', x)]}": [],
    "y = x.copy()": [],
    "y = ({'a': x} if self.width else np.ones(2)).copy()": [],
}


@pytest.mark.parametrize("body", SYNTAX)
def test_graph_syntax(body: str) -> None:
    assert found(body) == SYNTAX[body]


DICTS = {
    "dict(a=x, b=n)": '{"a": x, "b": n}',
    "dict([('a', x)])": "{key: value for key, value in [('a', x)]}",
    "dict(y)": "{key: value for key, value in y.items()}",
    "y.copy()": "{key: value for key, value in y.items()}",
    "dict((k, x) for k in y)": "{key: value for key, value in ((k, x) for k in y)}",
    "dict(y if self.width else {'b': x})": "{key: value for key, value in (y if self.width else {'b': x}).items()}",
    "dict(a=x, b='\\d')": """{"a": x, "b": '\\d'}""",
    "dict(y, b=x)": "",
    "dict(n.tolist() or y)": "",
}


@pytest.mark.parametrize("call", DICTS)
def test_a_dict_that_a_call_makes_is_written_as_a_display_or_comprehension(call: str) -> None:
    (hazard,) = (each for each in audit(HEAD.replace("{body}", f"y = {{'a': x}}; z = {call}")).found if each.code == "MA421")
    assert hazard.mitigation is not None
    assert hazard.mitigation.code == DICTS[call]


MERGES = {
    "y = {**d, 'b': x}": ["MA422"],
    "y = {'b': x, **d, **d}": ["MA422"],
    "y = d | {'b': x}": ["MA422"],
    "d |= {'b': x}": ["MA422"],
    "d.update(b=x)": ["MA416"],
    "d.update([('b', x)])": ["MA416"],
    "d.update({'b': x}, c=x)": ["MA416"],
    "y = d.setdefault('b', x)": ["MA416"],
    "y = {**{'a': x}, 'b': x}": [],
    "y = {**dict(a=1), 'b': x}": ["MA422"],
    "y = {**dict(a=1), 'b': 2}": [],
    "d.update({'b': x})": [],
    "d.update(n)": [],
    "y = self.width | 3": [],
    "y = mask | mask": [],
}


@pytest.mark.parametrize("body", MERGES)
def test_dicts_are_merged_by_update_with_a_dict(body: str) -> None:
    assert found(f"d = {{'a': x}}; {body}") == MERGES[body]


UPDATES = {
    "d.update(b=x, c=n)": 'd.update({"b": x, "c": n})',
    "d.update(**e)": "d.update(e)",
    "d.update(e, b=x)": 'd.update(e); d.update({"b": x})',
}


@pytest.mark.parametrize("call", UPDATES)
def test_an_update_is_written_as_updates_with_dicts(call: str) -> None:
    (hazard,) = audit(HEAD.replace("{body}", f"d = {{'a': x}}; e = {{'c': x}}; {call}")).found
    assert hazard.mitigation is not None
    assert hazard.mitigation.code == UPDATES[call]


def test_a_namespace_that_may_be_torchs_reads_nothing() -> None:
    text = """
import numpy
import torch


def add(x: torch.Tensor, on_host: bool):
    xp = numpy if on_host else torch
    return xp.add(x, x), numpy.add(x, x)
"""
    assert codes(text) == ["MA305"]


def test_views_written_in_other_ways() -> None:
    text = """
import torch


def write(x: torch.Tensor, y: torch.Tensor):
    first = x[0]
    first += 1
    flat = x.view(-1)
    flat[0] = 5
    x[1].zero_()
    y = y.view(-1)
    y[0] = 1
    rows = {}
    rows["a"] = x
    return x, y
"""
    assert codes(text) == ["MA612", "MA612", "MA612"]


KEPT = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1, 3))

    def start(self, y: torch.Tensor):
        {statement}

    def forward(self, x: torch.Tensor):
        {call}
        return x * self.scale
"""


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("self.scale.data.view(-1)[:] = y", 1),
        ("self.scale.view(-1)[0] = 1", 1),
        ("self.scale[0].view(-1)[0] = 1", 1),
        ("z = self.scale.t()\n        z[0] = 1", 1),
        ("self.scale.data[:] = y", 1),
        ("self.scale.data[0] = y", 0),
        ("z = (y * 2).view(-1)\n        z[0] = 1", 0),
    ],
)
def test_a_graph_loses_what_a_view_of_an_attribute_gets(statement: str, count: int) -> None:
    def found(target: Target, call: str) -> int:
        return [each.code for each in audit(KEPT.format(statement=statement, call=call), target).found].count("MA612")

    graph = Target("2.10", "graph", "cpu")
    assert found(graph, "self.start(x[0])") == count
    assert found(graph, "pass") == 0  # not in a graph


@pytest.mark.parametrize(("version", "count"), [("2.7", 1), ("2.8", 0), ("2.10", 0)])
def test_lost_updates_depend_on_the_release(version: str, count: int) -> None:
    text = "import torch\n\n\ndef f(x: torch.Tensor):\n    x.add_(1)\n    return x\n"
    assert len(audit(text, Target(version, "graph", "cpu")).found) == count
    assert len(audit(text, Target(version, "pynative", "cpu")).found) == 1


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("global global_step", "global"),
        ("class Subclass(dict, metaclass=type): pass", "class"),
        ("class classifier: pass", "class"),
    ],
)
def test_a_keyword_is_not_found_inside_names(statement: str, word: str) -> None:
    text = HEAD.replace("{body}", statement)
    (hazard,) = audit(text).found
    assert hazard.span == (text.index(statement), text.index(statement) + len(word))


def test_an_async_function_is_its_name() -> None:
    text = HEAD.replace("{body}", "x = x + 1\n        async def late(y): pass")
    (hazard,) = audit(text).found
    assert text[slice(*hazard.span)] == "late"


@pytest.mark.parametrize(
    ("body", "statement"),
    [
        ("import importlib.import_module  # late", "import importlib.import_module"),
        ("if self.width: from a.b import c as d; x = x + 1", "from a.b import c as d"),
        ("from a import (  # why\n  b as c\n)", "from a import (  # why\n  b as c\n)"),
        ("x = 1\r        import math\r        y = 2", "import math"),
    ],
)
def test_an_import_is_the_whole_statement(body: str, statement: str) -> None:
    text = HEAD.replace("{body}", body)
    (span,) = {hazard.span for hazard in audit(text).found if hazard.code != "MA446"}
    assert text[slice(*span)] == statement


@pytest.mark.parametrize("steps", [1, 200])
def test_a_number_from_data_stays_one_however_often_it_is_passed_on(steps: int) -> None:
    passed_on = "".join(f"        k{step + 1} = k{step} + 1\n" for step in range(steps))
    body = f"k0 = int(n.max())\n{passed_on}        if k{steps} > 3:\n            x = x + 1"
    assert codes(HEAD.replace("{body}", body)) == ["MA305", "MA301"]


def test_what_asks_the_runtime_is_told_only_where_it_is_compiled() -> None:
    text = """
        import torch
        from torch import nn

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fast = torch.cuda.is_available()

            def forward(self, x):
                if torch.backends.mps.is_available() or x.device.type == "cpu":
                    x = x + 1
                torch.cuda.synchronize()
                x = x + torch.zeros(2, device=torch.device("cpu"))
                torch.manual_seed(0)
                return x if x.is_cuda else x * 2

        torch.manual_seed(1)
    """
    hazards = audit(dedent(text)).found
    assert [(dedent(text)[slice(*each.span)], each.severity) for each in hazards if each.code == "MA429"] == [
        ("torch.manual_seed(0)", "warning"),
    ]
    assert {each.severity for each in audit(dedent(text), Target("2.10", "graph", "cpu")).found if each.code == "MA429"} == {"error"}


def test_keys_that_a_compiled_dict_takes_are_not_reported() -> None:
    text = """
        import torch
        from torch import nn

        TABLE = {None: 1, torch.float32: 2}

        class Net(nn.Module):
            def forward(self, x, mode):
                return {1: x, "a": x, (1, 2): x, True: x}[mode] * TABLE[x.dtype] + {nn.ReLU: x, None: x}[mode]
    """
    (found,) = [each for each in audit(dedent(text)).found if each.code == "MA430"]
    assert dedent(text)[slice(*found.span)] == "{nn.ReLU: x, None: x}[mode]"


STRICT_ONLY = {
    "assert self.width and not any([t > 2 for t in x.shape])": ["MA436"],
    "name = str(x.shape[0])": ["MA436"],
    "name = str(3)": [],
    "rest = divmod(x.shape[0], 2)": ["MA436"],
    "rest = divmod(7, 2)": [],
    "same = 'a.b'.split('.')": ["MA436"],
    "low = 'A'.lower()": [],
    "if type(x.ndim) == int: x = x + 1": ["MA436"],
    "x = Box(x).value": ["MA436"],
    "x = Pair(x, x)[0]": ["MA436"],
    "x = self.layers[0](x)": [],
    "if self.width > 4: raise ValueError(str(x.shape))": [],
    "setattr(self, 'last', x)": ["MA436"],
    "return {'out': x}": ["MA436"],
    "self.seen[0] = 1": ["MA415"],
    "x = x + 1 if x.device == n.device else x": ["MA436", "MA436"],
    "x = torch.zeros(3, device=x.device) + torch.ones(3, device=n.device)": [],
}
LAX = {body: ["MA465"] for body in ("rest = divmod(x.shape[0], 2)", "x = Box(x).value", "x = Pair(x, x)[0]")}
"""What the lax level takes, and knows no gradient of."""
PLAIN = """
Pair = collections.namedtuple("Pair", "a b")


class Box:
    def __init__(self, value):
        self.value = value


class Net"""
STRICT_HEAD = HEAD.replace("import collections", "import collections\nimport functools").replace("\nclass Net", PLAIN)


@pytest.mark.parametrize("body", STRICT_ONLY)
def test_what_the_strict_level_alone_refuses(body: str) -> None:
    text = STRICT_HEAD.replace("{body}", body)
    assert codes(text, STRICT) == STRICT_ONLY[body]
    assert codes(text) == LAX.get(body, [])


def test_tensors_read_on_the_host_are_errors_where_the_strict_level_refuses_them() -> None:
    texts = dict.fromkeys(("x.tolist()", "max(1, x.sum())", "math.floor(x.sum())", "np.abs(x)"), "error")
    texts["x.sum().item()"] = "warning"
    strict = Target("2.10", "graph", "cpu", syntax="strict")
    found = {each: audit(HEAD.replace("{body}", f"y = {each}"), strict).found for each in texts}
    assert {each: hazards[0].severity for each, hazards in found.items()} == texts


def test_numbers_are_not_rounded_in_a_graph() -> None:
    assert found("y = round(x.shape[0] / 3)") == ["MA413"]
    assert found("y = round(x.sum())") == []
    assert found("y = round(self.width / 3, 2)") == []


def test_what_a_graph_leaves_to_python_sees_no_names_around_it() -> None:
    assert found("y = all([size < n for size in x.shape])") == ["MA413"]
    assert found("y = sorted([3, 1], key=lambda size: size % n)") == ["MA305", "MA413"]
    assert found("y = sorted([3, 1], key=lambda size: size % limit)") == ["MA413", "MA454"]
    assert found("if any([size < 9 or isinstance(size, float) for size in self.seen]): x = x + 1") == []
    assert found("assert not all([[other for other in (size, size)] for size in x.shape])") == []
    assert found("y = max([size * self.width for size in x.shape])") == []


def test_what_a_graph_leaves_to_python_is_known_to_nothing_but_a_branch() -> None:
    assert found("x = x[:4] if all([t > 2 for t in x.shape]) else x") == ["MA413"]
    assert found("known = any([t > 2 for t in x.shape])") == ["MA413"]
    assert found("for name in sorted({'b': x, 'a': n}): x = x + 1") == ["MA413"]
    assert found("for size in reversed(range(3)): x = x * size") == ["MA413"]
    assert found("while not any([t > 2 for t in x.shape]) and self.width: x = x + 1") == []


def test_extremes_by_a_key_are_none_of_tensors() -> None:
    assert found("y = max([x, n], key=lambda t: t.shape[0])") == ["MA413"]
    assert found("y = min([self.width, 3], default=2)") == ["MA413"]
    assert found("y = min([self.width, 3])") == []


def test_a_map_takes_lists_or_tuples_alone() -> None:
    assert found("y = list(map(torch.add, [x, n], (x, n)))") == ["MA413"]
    assert found("y = list(map(torch.abs, x))") == ["MA413"]
    assert found("y = list(map(torch.add, [x, n], [x, n]))") == []
    assert found("y = list(map(torch.add, x.shape, x.unbind()))") == []
    assert found("y = list(filter(None, [self.width, 3]))") == ["MA413"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('f"layer{self.width:02d}"', '"layer{:02d}".format(self.width)'),
        ("f'a{{{self.width!r:>3}}}' \"'\"", '"a{{{!r:>3}}}\'".format(self.width)'),
        ('f"{x.shape}{self.width}"', '"{}{}".format(x.shape, self.width)'),
        ('f"{3:{self.width}d}"', ""),
        ('f"{x.sum()}"', ""),
    ],
)
def test_texts_that_graphs_write_otherwise(text: str, code: str) -> None:
    (hazard,) = audit(HEAD.replace("{body}", f"y = {{{text}: x}}"), Target("2.10", "graph", "cpu")).found
    assert (hazard.code, hazard.severity, hazard.mitigation and hazard.mitigation.code) == ("MA439", "error", code)


@pytest.mark.parametrize(
    "body",
    [
        "y = x * torch.tensor([2.0]) * torch.tensor([[1.0], [2.0]])",
        "y = torch.ones(3, 1) * (x[:, :1] * torch.zeros(3))",
        "two = torch.tensor(2.0); y = two * x * torch.tensor([1.0, 2.0]).view(2, 1)",
    ],
)
def test_graphs_multiply_constants_first(body: str) -> None:
    assert found(body) == ["MA440"]


@pytest.mark.parametrize(
    "body",
    [
        "y = x * torch.tensor(2.0) * torch.tensor(3.0)",
        "y = x * 2.0 * torch.tensor([1.0, 2.0])",
        "y = x * self.steps * torch.ones(3)",
        "y = x * torch.ones(3) + x * torch.zeros(3)",
        "y = x * torch.arange(3) * torch.ones(3)",
    ],
)
def test_products_that_graphs_give_rightly(body: str) -> None:
    assert found(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "y = {f'layer{3}': x}",
        "y = [f'{x.shape}', f'{self.width}']",
        "print(f'{x}')",
        "raise ValueError(f'{x.shape}')",
        "y = {'{:2d}'.format(3): x}",
    ],
)
def test_texts_that_graphs_write_rightly_or_a_person_reads(body: str) -> None:
    assert found(body) == []


@pytest.mark.parametrize("decorator", ["property", "functools.cached_property"])
def test_what_is_behind_a_property_is_part_of_the_network(decorator: str) -> None:
    own = f"    @{decorator}\n    def dtype(self):\n        return next(self.parameters()).dtype\n\n    def forward"
    text = HEAD.replace("    def forward", own).replace("import math", "import functools\nimport math")
    target = Target("2.10", "graph", "cpu")
    assert "MA418" in codes(text.replace("{body}", "x = x.to(self.dtype)"), target)
    assert "MA418" not in codes(text.replace("{body}", "x = x.to(n.dtype)"), target)


def test_what_an_autograd_function_reads_of_its_context_is_told_in_graphs() -> None:
    method = "    @staticmethod\n    def forward(ctx, x):\n        ctx.size = 2\n        return x * ctx.size\n\n"
    own = f"class Twice(torch.autograd.Function):\n{method}"
    text = HEAD.replace("class Net", f"{own}\nclass Net").replace("{body}", "x = Twice.apply(x)")
    for mode, told in (("graph", True), ("pynative", False)):
        found = audit(text, Target("2.10", mode, "cpu")).found
        assert any(each.message.endswith("`ctx.size` cannot be read") for each in found) is told


def test_lambdas_beside_one_that_a_network_calls_are_told_too() -> None:
    kinds = "KINDS = {'a': {'f': lambda t: t + 1, 'g': lambda t: t}, 'b': {'f': lambda t: t * 2}}\nOTHERS = [lambda t: t]\n\n\n"
    text = HEAD.replace("class Net", f"{kinds}class Net").replace("{body}", "x = KINDS['a']['f'](x)")
    assert codes(text, Target("2.10", "graph", "cpu")) == ["MA437"] * 3


def test_calls_of_other_libraries_are_told_unless_they_get_tensors_or_have_a_substitute() -> None:
    head = HEAD.replace("import numpy as np", "import einops\nimport numpy as np\nimport pywt")
    bodies = [
        "y = pywt.dwt_max_level(self.width, 2)",
        "y = pywt.idwt(x, n, 'haar')",
        "y = einops.reduce(self.seen, 'a -> a', 'sum')",
        "y = np.sqrt(2)",
    ]
    found = [[hazard.code for hazard in audit(head.replace("{body}", body), Target("2.10", "graph", "cpu")).found] for body in bodies]
    assert found == [["MA451"], [], [], []]


def test_class_methods_of_any_class_end_compiling() -> None:
    methods = "\n    @classmethod\n    def made(cls, x):\n        return x\n\n    @staticmethod\n    def same(x):\n        return x\n"
    text = STRICT_HEAD.replace("\n\n\nclass Net", f"\n{methods}\n\nclass Net")
    assert codes(text.replace("{body}", "x = Box.made(x)")) == ["MA417"]
    assert codes(text.replace("{body}", "x = Box.same(x)")) == []


@pytest.mark.parametrize(
    ("made", "read", "found"),
    [
        ("Linked(a=1)", "self.c.a", ["MA450"]),
        ("Linked(a=1)", "self.c.own + self.c.known()", []),
        ("Plain(a=1)", "self.c.a", []),
        ("EasyDict(a=1)", "self.c.a.b", ["MA450"]),
        ("EasyDict(a=1)", "self.c.items()", []),
    ],
)
def test_what_links_attributes_to_keys_is_read_by_keys(made: str, read: str, found: list[str]) -> None:
    text = f"""
        from easydict import EasyDict
        from torch import nn

        class Linked(dict):
            def __init__(self, **given):
                super().__init__(given)
                self.own = 1

            def __getattr__(self, name):
                return self[name]

            def known(self):
                return 1

        class Plain(dict):
            a = 1

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.c = {made}

            def forward(self, x):
                return x * {read}
    """
    assert [code for code in codes(dedent(text)) if code == "MA450"] == found


def test_data_is_set_without_a_graph_where_a_network_is_made() -> None:
    text = """
        import torch
        from torch import nn

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(2))
                self.scale.data = torch.zeros(2)

            def forward(self, x):
                self.scale.data = x
                return self.scale * 2
    """
    hazards = [each for each in audit(dedent(text)).found if each.code == "MA612"]
    assert [dedent(text)[slice(*each.span)] for each in hazards] == ["self.scale.data"]


def test_a_list_that_is_compared_in_a_function_inside_another_is_told_once() -> None:
    body = "def inner(y):\n            y = [y] if isinstance(n, list) else y\n            return y if n != -1 else 0\n        x = inner(x)"
    assert codes(HEAD.replace("{body}", body)).count("MA449") == 1


def test_an_index_that_is_a_tuple_under_a_name_is_borne() -> None:
    body = "    place = (0, slice(None), y)\n    return x[place], (x)[..., y]\n"
    assert audit(f"import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor):\n{body}").gave_up == ()


def test_a_range_that_was_made_floating_point_divides_as_in_torch() -> None:
    lines = ["a = torch.arange(4) / 3", "b = torch.arange(4).to(torch.float32) / 3", "c = torch.arange(4, dtype=x.dtype) / 3"]
    network = "class N(torch.nn.Module):\n    def forward(self, x):\n"
    body = "".join(f"        {line}\n" for line in [*lines, "return x * a * b * c"])
    found = [hazard.message for hazard in audit(f"import torch\n\n\n{network}{body}").found if hazard.code == "MA453"]
    assert len(found) == 1
    assert "`torch.arange(4) / 3`" in found[0]


@pytest.mark.parametrize("bounds", ["0, 0xFFFFFFFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFFFFFF, 0, -1", "1000"])
def test_loops_longer_than_any_list(bounds: str) -> None:
    loop = f"        for _ in range({bounds}):\n            x = x + 1\n"
    found = audit(f"import torch\n\n\nclass N(torch.nn.Module):\n    def forward(self, x):\n{loop}        return x\n")
    assert found.gave_up == ()
    assert "MA425" in {hazard.code for hazard in found.found}
