"""In-place changes of what others may hold, rewritten: of attributes whose class does not set them, and of what may be a tensor."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
SOURCE = """import torch


class Box:
    def __init__(self, given, factor):
        self.__dict__.update(given)
        self.factor = factor
        self.steps = 0
        self.own = torch.zeros(2)
        self.shown = torch.zeros(2)
        self.names = []

    def seen(self):
        return self.shown

    def change(self, box, boxes: list, v, n):
        BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.t += v", "self.t = any_iadd(self.t, v)"),
        ("self.t -= (v +\n            1)", "self.t = any_isub(self.t, (v +\n            1))"),
        ("self.t **= 2  # twice", "self.t = any_ipow(self.t, 2)  # twice"),
        ("self.factor *= 0.5", "self.factor = any_imul(self.factor, 0.5)"),
        ("box.t //= v", "box.t = any_ifloordiv(box.t, v)"),
        ("boxes[0] += v", "boxes[0] = any_iadd(boxes[0], v)"),
        ("boxes[0].t += torch.exp(v)", "boxes[0].t = any_iadd(boxes[0].t, exp(v))"),
        ("t = self.t\n        t += v", "t = self.t\n        t = any_iadd(t, v)"),
        ("for t in boxes:\n            t += v", "for t in boxes:\n            t = any_iadd(t, v)"),
        ("v += 1", "v = any_iadd(v, 1)"),
        ("v += 1\n        return v", "v += 1\n        return v"),
        ("self.steps += 1", "self.steps += 1"),
        ("box.last_epoch += 1", "box.last_epoch += 1"),
        ('box["step"] += 1', 'box["step"] += 1'),
        ("self.t.resize_(3).zero_()", "overwritten(self.t, ops.zeros_like(resized(self.t, (3,))))"),
        ("box.last_epoch += v", "box.last_epoch = any_iadd(box.last_epoch, v)"),
        ('self.t += ["a"]', 'self.t += ["a"]'),
        ("self.names += v", "self.names += v"),
        ("box.pop().t += v", "box.pop().t += v"),
        ("self.own += v", "self.own += v"),
        ("self.shown += v", "self.shown = any_iadd(self.shown, v)"),
        ("self.t.mul_(v)", "overwritten(self.t, mint.mul(self.t.copy(), v))"),
        ("self.own.mul_(v)", "self.own = mint.mul(self.own, v)"),
        ("self.shown.mul_(v)", "overwritten(self.shown, mint.mul(self.shown.copy(), v))"),
        ('box["t"].add_(v)', 'overwritten(box["t"], mint.add(box["t"], v))'),
        ('t = getattr(box, "t")\n        t.add_(v)', 't = getattr(box, "t")\n        t[...] = mint.add(t, v)'),
    ],
)
def test_what_others_may_hold_changes_in_place(before: str, after: str, tmp_path: Path) -> None:
    assert f"        {after}\n" in rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("box.t.add_(2, alpha=2)", "any_add_(box.t, 2, alpha=2)"),
        ("box.t.zero_()", "any_zero_(box.t)"),
        ("boxes[-1].add_(torch.ones(2))", "any_add_(boxes[-1], mint.ones((2,)))"),
        ("box.t.own_(2)", "box.t.own_(2)"),
        ("boxes[0].cpu()", "any_cpu(boxes[0])"),
        ("boxes[0].to(box.d)", "any_to(boxes[0], box.d)"),
        ("box.t.cuda()", "any_cuda(box.t)"),
        ("box.t.share_memory_()", "any_share_memory_(box.t)"),
        ("super().add_(2)", "super().add_(2)"),
    ],
)
def test_methods_in_place_of_the_unknown(before: str, after: str, tmp_path: Path) -> None:
    text = f"import torch\nfrom boxes import box, boxes\n\n\ndef f():\n    {before}\n"
    assert f"    {after}\n" in rewritten(tmp_path, text, Choice(recipes=True), CPU).new
    for_graphs = rewritten(tmp_path, text, Choice(recipes=True), GRAPH).new
    assert (f"    {after}\n" in for_graphs) is not before.endswith(("cpu()", "to(box.d)", "cuda()"))
    compiled = f"{text}\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        f()\n        return x\n"
    assert "any_" not in rewritten(tmp_path, compiled, Choice(recipes=True), GRAPH).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = box.t.size(1)", "n = any_size(box.t, 1)"),
        ("n = (box.t + 1).detach()", "n = ops.stop_gradient(box.t + 1)"),
        ("n = box.t.view(2, -1).repeat(1, 2)", "n = any_repeat(box.t.view(2, -1), 1, 2)"),
        ("n = (-box.t).median()", "n = any_median(-box.t)"),
        ("n = (-box.t).unique(return_counts=True)", "n = any_unique((-box.t), return_counts=True)"),
        ("n = box.t.nonzero(as_tuple=True)", "n = any_nonzero(box.t, as_tuple=True)"),
        ("n = box.t.squeeze(dim=0)", "n = any_squeeze(box.t, dim=0)"),
        ("n = box.t.div(2, rounding_mode='floor')", "n = any_div(box.t, 2, rounding_mode='floor')"),
        ("n = super().forward(box).squeeze(dim=0)", "n = any_squeeze(super().forward(box), dim=0)"),
        ("n = [each.sort().values for each in box]", "n = [any_sort(each).values for each in box]"),
        ("n = box.t.max(1).indices", "n = any_max(box.t, 1).indices"),
        ("n = box.t.sort(1)[0]", "n = box.t.sort(1)[0]"),
        ("n = box.t.type(box.kind)", "n = any_type(box.t, box.kind)"),
        ("n = np.ones(2).repeat(2)", "n = np.ones(2).repeat(2)"),
        ("n = box.t.size", "n = box.t.size"),
    ],
)
def test_methods_of_the_unknown(before: str, after: str, tmp_path: Path) -> None:
    text = f"import numpy as np\nimport torch\nfrom boxes import box\n\n\ndef f():\n    {before}\n"
    assert f"    {after}\n" in rewritten(tmp_path, text, Choice(recipes=True), CPU).new


def test_constructors_and_their_functions_fill_any_tensor_for_graphs(tmp_path: Path) -> None:
    new = rewritten(tmp_path, FILLED, Choice(recipes=True), GRAPH).new
    assert "        overwritten(p, ops.add(ops.mul(ops.randn_like(p), " in new
    assert "        overwritten(\n            table[key], ops.add(" in new
    assert "    return overwritten(t, " in new
    assert "# mindaudit: x is set in this function only" in new.partition("def bump")[2].partition("class Net")[0]


def test_operators_stay_in_graphs_and_without_recipes(tmp_path: Path) -> None:
    for choice, config in ((Choice(), CPU), (Choice(recipes=True), GRAPH)):
        assert "        self.t += v\n" in rewritten(tmp_path, SOURCE.replace("BEFORE", "self.t += v"), choice, config).new


FILLED = """import torch
from torch import nn


def fill(parts, table: dict[str, torch.Tensor], std):
    for p in parts:
        p.normal_(0, std)
    for key in table:
        table[key].uniform_(0.5, 1)


def fill_one_(t: torch.Tensor):
    return t.uniform_(0.5, 1)


def bump(x: torch.Tensor):
    x.add_(1)
    return x


class Net(nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.parts = parts
        fill(parts, {"a": torch.zeros(2)}, 0.1)

    def forward(self, x):
        y = x * 2
        bump(y)
        return y
"""

NESTED = """import torch


def f():
    total = torch.zeros(2)

    def add(v):
        nonlocal total
        total += v

    first = <other>
    add(1)
    return first
"""


@pytest.mark.parametrize(("other", "after"), [("total", "total[...] += v"), ("total.sum()", "total += v"), ("[total]", "total[...] += v")])
def test_names_of_the_code_around_a_function(other: str, after: str, tmp_path: Path) -> None:
    assert f"        {after}\n" in rewritten(tmp_path, NESTED.replace("<other>", other), Choice(recipes=True), CPU).new


PARTS = """import torch


class Pair:
    <own> = 1


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.exp(x.real)
"""


@pytest.mark.parametrize(("own", "after"), [("real", "any_real(x)"), ("other", "mint.real(x)")])
def test_parts_that_a_class_of_the_project_has_too(own: str, after: str, tmp_path: Path) -> None:
    assert f"return exp({after})\n" in rewritten(tmp_path, PARTS.replace("<own>", own), Choice(recipes=True), CPU).new


IN_PLACE = """from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        h = F.relu(x, inplace=True)
        return self.drop(h) + x
"""


def test_functions_in_place_bind_the_name_in_graphs(tmp_path: Path) -> None:
    choice = Choice(recipes=True, modules=True)
    assert "        h = x = mint.nn.functional.relu(x)\n" in rewritten(tmp_path, IN_PLACE, choice, GRAPH).new
    assert "        h = F.relu(x, inplace=True)\n" in rewritten(tmp_path, IN_PLACE, choice, CPU).new


@pytest.mark.parametrize("config", [CPU, GRAPH], ids=["pynative", "graph"])
@pytest.mark.parametrize(
    ("before", "after", "is_shared"),
    [
        ("t = torch.from_numpy(a)", "return a", True),
        ("t = torch.from_numpy(a)", "return t", False),
        ("t = torch.zeros(3); a = t.detach().numpy()", "return a", True),
        ("t = torch.zeros(3); a = t.numpy()", "return t", False),
    ],
)
def test_a_tensor_changes_with_the_array_that_shares_its_memory(
    before: str, after: str, is_shared: bool, config: Config, tmp_path: Path
) -> None:
    text = f"import numpy as np\nimport torch\n\n\ndef f(a: np.ndarray):\n    {before}\n    t.add_(1)\n    {after}\n"
    new = rewritten(tmp_path, text, Choice(recipes=True), config).new
    assert ("    overwritten(t, mint.add(t, 1))\n" in new) is is_shared
    assert ("    t = mint.add(t, 1)\n" in new) is not is_shared


@pytest.mark.parametrize("config", [CPU, GRAPH], ids=["pynative", "graph"])
def test_what_an_expression_outside_of_graphs_changes_changes_for_all_that_hold_it(config: Config, tmp_path: Path) -> None:
    text = "import torch\n\n\ndef f(held: list[torch.Tensor]):\n    return list(map(lambda p: p.add_(1), held))\n"
    new = rewritten(tmp_path, text, Choice(recipes=True), config).new
    assert "lambda p: overwritten(p, mint.add(p, 1))" in new
    assert "keeps its old value" not in new


def test_a_method_of_the_unknown_inside_of_a_call(tmp_path: Path) -> None:
    source = "import torch\n\n\ndef f(x):\n    return torch.abs(x.norm(2, -1) - 1)\n"
    assert "    return mint.abs(any_norm(x, 2, -1) - 1)\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


THROUGH = """import torch
from others import theirs


def same(x):
    return x.view(-1) if x is None else x


def new(x):
    return x * 2


def several(x, *others):
    return x, *others


def step(state, grad: torch.Tensor):
    a, b, grad = TAKEN(state["a"], state["b"], grad)
    a.add_(grad)


def whole(state, grad: torch.Tensor):
    a = TAKEN(state["a"])
    a.add_(grad)
"""


@pytest.mark.parametrize(("taken", "stored"), [("same", 2), ("several", 1), ("theirs", 2), ("new", 0), ("dict", 0)])
def test_what_a_function_gives_back_changes_in_place(taken: str, stored: int, tmp_path: Path) -> None:
    new = rewritten(tmp_path, THROUGH.replace("TAKEN", taken), Choice(recipes=True), CPU).new
    assert new.count("    a[...] = mint.add(a, grad)\n") == stored


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.max(x, -1)[0].clamp_(min=0.5)", "mint.clamp(mint.max(x, -1)[0], min=0.5)"),
        ("x.max(-1, keepdim=True).values.mul_(2)", "mint.mul(mint.max(x, -1, keepdim=True)[0], 2)"),
    ],
)
def test_one_of_several_new_results_changes(before: str, after: str, tmp_path: Path) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor):\n    y = {before}\n    return y\n"
    assert f"    y = {after}\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


def test_methods_that_classes_of_the_project_have_too_ask_any_object(tmp_path: Path) -> None:
    own = "class Own:\n    def size(self):\n        return (1,)\n\n\n"
    source = f"from typing import Union\nimport torch\n\n\n{own}def f(e: Union[torch.Tensor, Own], x: torch.Tensor):\n"
    source += "    return e.size(), x.size()\n"
    assert "    return any_size(e), x.shape\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


def test_parts_of_the_unknown_in_files_that_speak_of_complex_numbers(tmp_path: Path) -> None:
    source = "import numpy as np\nimport torch\n\n\ndef f(box):\n    DTYPE\n    return box.t.real, np.fft.fft(box).imag, box.t[0].imag\n"
    spoken = rewritten(tmp_path, source.replace("DTYPE", "d = torch.cfloat"), Choice(recipes=True), CPU).new
    assert "    return any_real(box.t), np.fft.fft(box).imag, any_imag(box.t[0])\n" in spoken
    given = rewritten(
        tmp_path, "from boxes import made\nimport torch\n\nd = torch.cfloat\nr = made(d)[1].real\n", Choice(recipes=True), CPU
    ).new
    assert "r = any_real(made(d)[1])\n" in given
    silent = rewritten(tmp_path, source.replace("DTYPE", "d = torch.float").replace(".fft", ".abs"), Choice(recipes=True), CPU).new
    assert "any_real" not in silent


def test_ends_of_ranges_may_be_numbers_of_numpy(tmp_path: Path) -> None:
    source = "import numpy as np\nimport torch\n\n\ndef f(n, dtype, x: torch.Tensor):\n"
    source += "    return torch.arange(0, n, dtype=dtype), torch.split(x, 2)\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "ops.arange(0, any_bound(n), dtype=dtype)" in new
    assert new.count("any_bound(") == 1


def test_gradients_of_the_unknown_change_in_place(tmp_path: Path) -> None:
    source = "import torch\nfrom boxes import Base\n\n\nclass Own(Base):\n    def zero_grad(self):\n        for param in self.params:\n"
    source += "            if param.grad is not None:\n                param.grad.zero_()\n"
    outcome = rewritten(tmp_path, source, Choice(recipes=True), CPU)
    assert "                any_zero_(any_gradient(param))\n" in outcome.new
    assert outcome.remarks == 0


def test_sums_that_begin_as_numbers_and_are_given_away_change_in_place(tmp_path: Path) -> None:
    source = (
        "import torch\n\n\nclass Meter:\n    def __init__(self):\n        self.sum, self.kept = 0, 0\n\n    def update(self, value, n):\n"
    )
    source += "        self.sum += value * n\n        self.kept += value\n        return self.kept / n\n\n\n"
    source += "def sums(meters):\n    return {name: meter.sum for name, meter in meters.items()}\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "        self.sum = any_iadd(self.sum, value * n)\n        self.kept += value\n" in new


def test_what_is_right_in_most_cases_is_a_recipe_outside_of_classes(tmp_path: Path) -> None:
    source = "import torch\nfrom torch import nn\n\n\ndef f(x, y):\n    return torch.cat([x, y]), torch.sin(y), torch.cat([x])\n\n\n"
    source += "class Net(nn.Module):\n    def forward(self, x, y):\n        return torch.cat([x, y])\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "    return concatenated([x, y]), mint.sin(floating(y)), mint.cat([x])\n" in new
    assert "        return mint.cat([x, y])\n" in new
    plain = rewritten(tmp_path, source, Choice(), CPU).new
    assert "    return mint.cat([x, y]), mint.sin(y), mint.cat([x])\n" in plain


def test_a_move_to_where_a_tensor_is_gives_itself(tmp_path: Path) -> None:
    source = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.to('cpu'), x.to('cpu', torch.float16)\n"
    assert "    return x, x.astype(mindspore.float16)\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new
