"""The smallest change: what can stay as the user wrote it, stays."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.writing.wrap import wrapped

CONFIG = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
HEAD = "# mindaudit: rewritten for MindSpore 2.10; delete this line to rewrite it again\n"


def after(folder: Path, text: str) -> str:
    (folder / "module.py").write_text(text)
    (outcome,) = rewrite([folder / "module.py"], CONFIG)
    assert not outcome.problem
    return outcome.new.replace(HEAD, "")


@pytest.mark.parametrize(
    "expression",
    [
        "x.sum(dim=1)",
        "x.abs().mean(-1, keepdim=True)",
        "x.unsqueeze(0)",
        "x.permute(0, 2, 1)",
        "x.transpose(1, 2)",
        "(x + 1).view(2, -1)",
        "x.flatten(1)",
    ],
)
def test_a_method_stays_where_running_it_gave_the_same(expression: str, tmp_path: Path) -> None:
    text = f"def f(x: Tensor) -> Tensor:\n    return {expression}\n"
    assert after(tmp_path, f"from torch import Tensor\n\n\n{text}") == f"from mindspore import Tensor\n\n\n{text}"


def test_a_method_that_gives_a_list_of_numbers_for_a_tuple_is_replaced(tmp_path: Path) -> None:
    text = "from torch import Tensor\n\n\ndef f(x: Tensor):\n    return x.stride() == (3, 1), x.stride(0)\n"
    assert "    return tuple(x.stride()) == (3, 1), x.stride(0)\n" in after(tmp_path, text)


def test_a_method_whose_result_is_read_by_name_becomes_a_function_and_is_read_by_number(tmp_path: Path) -> None:
    text = "from torch import Tensor\n\n\ndef f(x: Tensor):\n    return x.min(dim=-1, keepdim=True).values\n"
    assert "return mint.min(x, dim=-1, keepdim=True)[0]\n" in after(tmp_path, text)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("torch.cat([x, x], dim=1)", "mint.cat([x, x], dim=1)"),
        ("torch.clamp(x, max=1)", "mint.clamp(x, max=1)"),
        ("torch.chunk(x, dim=1, chunks=2)", "mint.chunk(x, dim=1, chunks=2)"),
        ("torch.zeros((2, 3), dtype=torch.float32, device=x.device)", "mint.zeros((2, 3), dtype=mindspore.float32)"),
    ],
)
def test_a_keyword_stays_a_keyword(before: str, expected: str, tmp_path: Path) -> None:
    assert f"    return {expected}\n" in after(tmp_path, f"import torch\n\n\ndef f(x: torch.Tensor):\n    return {before}\n")


def test_an_alias_stays_where_all_its_uses_hold(tmp_path: Path) -> None:
    head = "import torch.nn.functional as F  # activations\nfrom torch import Tensor\n"
    rest = "\n\ndef f(x: Tensor):\n    return F.relu(F.hardswish(x))\n"
    expected = "from mindspore import Tensor\nfrom mindspore.mint.nn import functional as F  # activations\n"
    assert after(tmp_path, head + rest) == expected + rest


def test_an_alias_of_which_something_is_left_does_not(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch.nn.functional as F\n\n\ndef f(x):\n    return F.relu(x), F.no_such(x)\n")
    assert "mint.nn.functional.relu(x), F.no_such(x)" in text
    assert "import torch.nn.functional as F\n" in text


def test_lines_that_become_too_long_are_wrapped_as_the_project_has_it(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\nline-length = 60\n")
    text = "import torch.nn.functional as F\n\n\ndef f(x, y):\n    z = F.no_such(y)\n"
    text += "    return F.mse_loss(x, z, reduction='sum' if y else 'mean') + 1\n"
    assert """    return ops.mse_loss(
        x, z, reduction='sum' if y else 'mean'
    ) + 1
""" in after(tmp_path, text)


@pytest.mark.parametrize(
    "statement",
    ["a = b = f(y) if f(a) else f(x)", "a = f(y) or f(x) or f(a); b = 1", "b = 1; a = f(y) or f(x) or f(a)", "b = y; f(y) or f(x) or f(a)"],
)
def test_wrapping_a_statement_changes_no_meaning(statement: str, tmp_path: Path) -> None:
    text = statement.replace("f(", "function_of_a_long_name(") + "\n"
    assert ast.dump(ast.parse(wrapped(text, "", tmp_path / "module.py"))) == ast.dump(ast.parse(text))


def test_a_test_that_goes_on_behind_a_backslash_stays_one(tmp_path: Path) -> None:
    text = (
        "if not isinstance(number, nn.Parameter) or number.dtype != torch.float32 or isinstance(width, bool) or number.dim() > 12 or \\\n"
    )
    text += "        width < 0:\n    pass\n"
    assert ast.dump(ast.parse(wrapped(text, "", tmp_path / "module.py"))) == ast.dump(ast.parse(text))


def test_what_is_joined_by_backslashes_stays_joined(tmp_path: Path) -> None:
    call = "torch.tensor(numbers, dtype=torch.float32)"
    text = f"def f():\n    return {call}, {call}, \\\n        {call}, {call}, \\\n        {call}, {call}\n"
    new = wrapped(text, "", tmp_path / "module.py")
    assert new != text
    assert ast.dump(ast.parse(new)) == ast.dump(ast.parse(text))


def test_nothing_is_written_that_says_nothing(tmp_path: Path) -> None:
    before = """import torch


def f(x: torch.Tensor, y):
    if not (torch.jit.is_scripting() or torch.jit.is_tracing()) and y:
        x = x.cuda()
    x = x.cuda()  # to the device
    y = y
    if y and torch.jit.is_scripting():
        return y
    return x.abs()
"""
    text = after(tmp_path, before)
    assert (
        text.partition("\n\n\n")[2]
        == """def f(x: Tensor, y):
    if y:
        pass
    # to the device
    y = y
    if y and False:
        return y
    return x.abs()
"""
    )


def test_what_takes_sizes_one_by_one_takes_no_keyword(tmp_path: Path) -> None:
    text = "import torch\n\n\ndef f(n):\n    return torch.rand(size=n), torch.zeros(size=(2, n))\n"
    assert "    return ops.rand(n), mint.zeros(size=(2, n))" in after(tmp_path, text)


def test_a_forward_by_another_name_keeps_it(tmp_path: Path) -> None:
    text = "from torch import nn\n\n\nclass A(nn.Module):\n    def forward(self, x):\n        return x\n\n    f = forward\n"
    assert after(tmp_path, text).endswith("    def construct(self, x):\n        return x\n\n    f = construct\n")


@pytest.mark.parametrize(
    ("before", "written"),
    [
        ("Variable(x).sum()", "x.sum()"),
        ("torch.autograd.Variable(x + y, requires_grad=False) * 2", "(x + y) * 2"),
        ("x == Variable(x if y else -x)", "x == (x if y else -x)"),
        ("-Variable(x + y), [Variable(x + y), Variable(data=x - y)]", "-(x + y), [x + y, x - y]"),
        ("torch.jit.annotate(int, y)", "y"),
        ("nn.DataParallel(y).module", "nn.DataParallel(y).module"),
    ],
)
def test_a_call_that_gives_what_it_gets_goes(before: str, written: str, tmp_path: Path) -> None:
    head = "import torch\nfrom torch import nn\nfrom torch.autograd import Variable\n\n\ndef use(x: torch.Tensor, y: int):\n"
    (tmp_path / "module.py").write_text(f"{head}    return {before}\n")
    (outcome,) = rewrite([tmp_path / "module.py"], CONFIG, Choice(recipes=True))
    assert f"    return {written}\n" in outcome.new


def test_what_is_written_into_a_format_inside_of_a_call_keeps_its_parentheses(tmp_path: Path) -> None:
    """A lambda without them ends at its colon: what is behind it would be the format."""
    text = 'from torch import nn\n\nlayer = nn.Linear(f"{nn.ReLU}", 3)\n'
    assert '(f"{(lambda inplace=False: mint.nn.ReLU())}", 3)' in after(tmp_path, text)
