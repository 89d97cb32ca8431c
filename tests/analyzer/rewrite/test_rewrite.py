from __future__ import annotations

import ast
import tokenize
from collections import Counter
from io import StringIO
from pathlib import Path
from textwrap import indent

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.writing.outcome import Outcome

PAIRS = Path(__file__).with_name("pairs")
BEFORE = sorted(PAIRS.glob("*.before.py.txt"))


CPU = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
CPU_GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))


def rewritten(folder: Path, text: str, choice: Choice | None = None, config: Config | None = None) -> Outcome:
    file = folder / "module.py"
    file.write_bytes(text.encode())
    (outcome,) = rewrite([file], config or Config(jobs=1, cache=False), choice)
    return outcome


def network(body: str, arguments: str = "x") -> str:
    """A file with a network whose forward has these arguments and this body."""
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
    return f"{head}    def forward(self, {arguments}):\n{indent(body, ' ' * 8)}\n"


def as_in_pair(folder: Path, text: str, before: Path) -> Outcome:
    """Pairs whose names begin with `cpu` show a target whose APIs differ from torch's, and recipes."""
    return rewritten(folder, text, Choice(recipes=True, modules=False), CPU) if before.name.startswith("cpu") else rewritten(folder, text)


def comments(text: str) -> Counter[str]:
    return Counter(token.string for token in tokenize.generate_tokens(StringIO(text).readline) if token.type == tokenize.COMMENT)


@pytest.mark.parametrize("before", BEFORE, ids=lambda path: path.name.partition(".")[0])
def test_a_file_becomes_what_its_pair_says(before: Path, tmp_path: Path) -> None:
    outcome = as_in_pair(tmp_path, before.read_text(), before)
    assert not outcome.problem
    assert outcome.new == before.with_name(before.name.replace("before", "after")).read_text()


@pytest.mark.parametrize("before", BEFORE, ids=lambda path: path.name.partition(".")[0])
def test_comments_stay_and_a_second_run_changes_nothing(before: Path, tmp_path: Path) -> None:
    first = as_in_pair(tmp_path, before.read_text(), before)
    ast.parse(first.new)
    assert not comments(first.old) - comments(first.new)
    assert not as_in_pair(tmp_path, first.new, before).changed


@pytest.mark.parametrize("before", BEFORE, ids=lambda path: path.name.partition(".")[0])
def test_what_is_rewritten_stays_so_without_the_line_that_says_it(before: Path, tmp_path: Path) -> None:
    first = as_in_pair(tmp_path, before.read_text(), before).new
    text = "".join(line for line in first.splitlines(keepends=True) if "mindaudit: rewritten" not in line)
    again = as_in_pair(tmp_path, text, before).new
    assert "".join(line for line in again.splitlines(keepends=True) if "mindaudit: rewritten" not in line) == text


@pytest.mark.parametrize("recipes", [False, True])
@pytest.mark.parametrize("layer", ["", "norm = nn.LayerNorm\n"])
def test_a_project_that_is_rewritten_in_part_goes_on_alike(recipes: bool, layer: str, tmp_path: Path) -> None:
    head = "import torch\nfrom torch import nn\n"
    class_ = "\n\nclass {}({}):\n    def forward(self, x: torch.Tensor) -> torch.Tensor:\n        return torch.cat([x, x], dim=1)\n"
    (tmp_path / "base.py").write_text(head + layer + class_.format("Base", "nn.Module"))
    (tmp_path / "own.py").write_text(head + "from base import Base\n" + class_.format("Own", "Base") + class_.format("More", "nn.Module"))
    choice = Choice(recipes=recipes)
    whole = {outcome.name: outcome.new for outcome in rewrite([tmp_path], CPU, choice)}
    (tmp_path / "base.py").write_text(whole["base.py"])
    assert {outcome.name: outcome.new for outcome in rewrite([tmp_path], CPU, choice)} == whole


def test_only_what_is_supported(tmp_path: Path) -> None:
    text = "import torch\nfrom torch import nn\n\n\nclass A(nn.Module):\n    def forward(self, x):\n        return torch.abs(x)\n"
    outcome = rewritten(tmp_path, text, Choice(only_supported=True))
    assert "mint.abs(x)" in outcome.new
    assert "class A(nn.Module)" in outcome.new
    assert "def forward" in outcome.new


def test_what_does_not_parse_is_left_and_named(tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, "import torch\ndef f(:\n")
    assert outcome.problem
    assert not outcome.changed


def test_line_ends_are_kept(tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, "import torch\r\n\r\n\r\ndef f(x: torch.Tensor):\r\n    return torch.det(torch.abs(x))\r\n")
    assert outcome.changed
    assert outcome.new.count("\n") == outcome.new.count("\r\n")


def test_a_name_that_another_file_imports_stays(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package/__init__.py").write_text("")
    (tmp_path / "package/base.py").write_text("from torch import Tensor, nn\n\n\ndef f(x: Tensor):\n    return nn.ReLU()(x)\n")
    (tmp_path / "package/user.py").write_text("from .base import Tensor\n\n\ndef g(x: Tensor):\n    return x\n")
    outcomes = {outcome.name: outcome for outcome in rewrite([tmp_path / "package"], Config(jobs=1, cache=False))}
    assert "from torch import Tensor\n" in outcomes["base.py"].new


def test_a_user_who_calls_something_else_mindspore_is_reported(tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, "import torch\nmindspore = 1\n\n\ndef f(x):\n    return x.to(torch.float32)\n")
    assert "mindspore" in outcome.problem
    assert not outcome.changed


def test_warnings_about_the_code_stay_unsaid(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    assert rewritten(tmp_path, "import torch\nx = torch.abs(y['\\d'], 1if z else 2)\n", config=CPU).changed
    assert not recwarn.list


def test_an_in_place_change_whose_result_is_assigned_changes_both(tmp_path: Path) -> None:
    text = (
        "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    y = x.sub_(1)\n    z = x.mul_(2).add_(y)\n    return z.sum() + x\n"
    )
    new = rewritten(tmp_path, text).new
    assert "    y = x = mint.sub(x, 1)\n    z = x = mint.add(mint.mul(x, 2), y)\n" in new


def test_a_pattern_is_told_and_not_written_in_place(tmp_path: Path) -> None:
    text = "import torch\n\n\ndef f(optimizer: torch.optim.SGD, loss: torch.Tensor) -> None:\n    loss.backward()\n    optimizer.step()\n"
    new = rewritten(tmp_path, text, Choice(recipes=True, modules=False)).new
    assert "    loss.backward()\n" in new
    assert "    optimizer.step()\n" in new
    remarks = new.replace("\n    #   ", " ")
    assert "for torch.Tensor.backward, write TrainStep(forward, optimizer)(*inputs)" in remarks
    assert "for torch.optim.SGD.step, write TrainStep(forward, optimizer)(*inputs)" in remarks


def test_an_operator_s_recipe_whose_name_is_taken_gets_another(tmp_path: Path) -> None:
    text = "import torch\n\n\ndef f(x: torch.Tensor, t: torch.Tensor):\n    power = t / 4.0\n    return x ** power.reshape(-1, 1)\n"
    new = rewritten(tmp_path, text, Choice(recipes=True), CPU).new
    assert "from mindaudit_data.recipes import power as power_recipe\n" in new
    assert "    return power_recipe(x, power.reshape(-1, 1))\n" in new


def test_a_recipe_whose_name_is_taken_gets_another(tmp_path: Path) -> None:
    source = "import torch\n\n\ndef einsum(equation, *xs):\n    return einsum(equation, *xs) if xs[2:] else torch.einsum(equation, *xs)\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "from mindaudit_data.recipes import einsum as einsum_recipe\n" in new
    assert "    return einsum(equation, *xs) if xs[2:] else einsum_recipe(equation, *xs)\n" in new
    again = rewritten(tmp_path, new.partition("\n")[2], Choice(recipes=True), CPU)
    assert again.new == again.old


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p.data = p.data.add(-rate, p.data)", "p.data = any_add(p.data, -rate, p.data)"),
        ("y = p.grad.sub(rate, p.data)", "y = any_sub(any_gradient(p), rate, p.data)"),
        ("p.names.add(rate, p)", "p.names.add(rate, p)"),
        ("p.data.add(rate)", "p.data.add(rate)"),
        ("p.data.normal_(0, rate)", "any_normal_(p.data, 0, rate)"),
    ],
)
def test_what_may_be_a_parameter_s_data_is_asked_by_a_recipe(before: str, after: str, tmp_path: Path) -> None:
    own = "class Own:\n    def normal_(self, x, y):\n        return self\n"
    source = f"import torch\n\n\n{own}\n\ndef f(group, rate):\n    for p in group:\n        {before}\n    return torch.ones(1)\n"
    assert f"        {after}\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


def test_a_method_of_what_may_be_a_tensor_is_called_on_any_object(tmp_path: Path) -> None:
    source = """import torch


class Kept:
    def clone(self):
        return self


def apply(data, function):
    return function(data)


def run(things, device):
    for thing in things:
        thing.to(device)
    copies = apply(things[0], lambda item: item.clone())
    moved = [(thing.to(device, non_blocking=True), thing.size(0), thing.cpu()) for thing in things]
    return copies, moved, torch.ones(2).size(0), things[0].kept.transpose(1, 2)
"""
    new = rewritten(tmp_path, source, Choice(recipes=True)).new
    assert "any_transpose(things[0].kept, 1, 2)" in new
    assert "    copies = apply(things[0], lambda item: any_clone(item))\n" in new
    assert "(any_to(thing, device, non_blocking=True), thing.shape[0], any_cpu(thing))" in new
    assert "        thing.to(device)\n" in new
    assert "mint.ones((2,)).shape[0]" in new
    assert "any_" not in rewritten(tmp_path, source, Choice(recipes=False)).new


def test_what_a_tensor_and_a_network_are_passed_to_asks_either(tmp_path: Path) -> None:
    source = "import torch\nfrom torch import nn\n\n\ndef send(x, device):\n    return x.to(device)\n\n\ndef run(device):\n"
    source += "    return send(torch.ones(2), device), send(nn.Linear(2, 2), device)\n"
    new = rewritten(tmp_path, source, Choice(recipes=True, modules=True), CPU).new
    assert "    return any_to(x, device)\n" in new


def test_the_backward_of_what_may_be_a_tensor_is_called_on_any_object(tmp_path: Path) -> None:
    body = "    loss = sum(sum(v) / len(v) for v in losses.values())\n    loss.backward()\n    optimizer.step()\n"
    source = f"import torch\n\n\ndef f(losses, optimizer: torch.optim.SGD):\n{body}"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "    any_backward(loss)\n" in new
    assert "if this is" not in new
    assert "any_backward" not in rewritten(tmp_path, source, Choice(recipes=True), CPU_GRAPH).new


def test_what_is_written_inside_of_a_call_is_no_remark_about_it(tmp_path: Path) -> None:
    body = "    for x, labels in loader:\n        found.extend(labels.cpu().tolist())\n    return found\n"
    new = rewritten(tmp_path, f"import torch\n\n\ndef f(loader, found):\n{body}", Choice(recipes=True), CPU).new
    assert "        found.extend(any_cpu(labels).tolist())\n" in new
    assert "if this is" not in new


def test_imports_come_before_what_needs_them_where_a_star_brings_torch(tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text("import torch\nfrom torch import Tensor\n")
    source = "from names import *\n\n\ndef same(x: Tensor):\n    return torch.abs(x)\n\n\nif torch:\n    import torch.utils.data as data\n"
    (tmp_path / "user.py").write_text(source)
    _, outcome = rewrite([tmp_path], Config(jobs=1, cache=False), Choice(recipes=True))
    assert outcome.new.index("import mindspore\n") < outcome.new.index("def same(x: mindspore.Tensor):")


IN_EXPRESSION = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("noise", torch.zeros(3))

    def forward(self, x):
        y = torch.abs(x)
        y = y.exp_() * y.cos_()
        z = torch.sin(y)
        return y + self.noise.data.zero_() - z.abs_()
"""


def test_an_in_place_call_inside_of_an_expression_changes_its_tensor_too(tmp_path: Path) -> None:
    config = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    new = rewritten(tmp_path, IN_EXPRESSION, Choice(recipes=True), config).new
    assert "        y = overwritten(y, exp(y)) * overwritten(y, mint.cos(y.copy()))\n" in new
    assert "overwritten(z, mint.abs(z.copy()))" in new
    assert "return y + overwritten(self.noise,ops.zeros_like(self.noise.data)).data" in new.replace("\n            ", "").replace(
        "\n        )", ")"
    ).replace(", ops", ",ops")


def test_an_in_place_call_inside_of_an_expression_is_told_of_where_no_recipe_serves(tmp_path: Path) -> None:
    for number, (recipes, mode) in enumerate([(True, "graph"), (False, "pynative")]):
        (tmp_path / str(number)).mkdir()
        config = Config(jobs=1, cache=False, targets=(Target(mode="graph" if mode == "graph" else "pynative", backend="cpu"),))
        new = rewritten(tmp_path / str(number), IN_EXPRESSION, Choice(recipes=recipes), config).new
        assert ("        y = exp(y)\n" if mode == "graph" else "        y = y.exp_() * y.cos_()\n") in new
        assert " y.cos_()\n" in new
        assert ("- mint.abs(z)\n" in new) is (mode == "graph")
        assert "for torch.Tensor.cos_, write mint.cos(y); y itself keeps its old value" in new.replace("\n        #   ", " ")


def test_attributes_that_only_tensors_have_are_read_by_name(tmp_path: Path) -> None:
    source = "import torch\n\n\nclass F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, keep):\n"
    body = "        if x.requires_grad and keep.data_ptr:\n            ctx.x = x\n        return x\n"
    assert "if needs_gradient(x) and keep.data_ptr:" in rewritten(tmp_path, source + body, Choice(recipes=True), CPU).new
    own = "class Flags:\n    def requires_grad(self):\n        return True\n\n\n"
    assert "if x.requires_grad and" in rewritten(tmp_path, source.replace("class F", f"{own}class F") + body, Choice(recipes=True), CPU).new
