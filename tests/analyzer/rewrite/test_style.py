"""That new code stands as its author would have laid it: lines, parentheses, imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

CONFIG = Config(targets=(Target("2.10", "pynative", "ascend"),), cache=False)
HEAD = "def f(\n    x: torch.Tensor, y: torch.Tensor, k: float, mode: str, size: tuple[int, ...]\n):\n"


def new(folder: Path, source: str) -> str:
    """The rewritten text of a file."""
    return rewritten(folder, source, Choice(recipes=True), CONFIG).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # a receiver that becomes the first argument goes where the arguments begin
        (
            "z = torch.zeros_like(x).scatter_add_(\n        0, y, torch.ones_like(y)\n    )",
            "z = mint.scatter_add(\n        mint.zeros_like(x), 0, y, mint.ones_like(y)\n    )",
        ),
        ("z = y.amax(\n        # rows\n        dim=1\n    )", "z = mint.amax(\n        # rows\n        y, dim=1\n    )"),
        # an index follows what it is taken from
        (
            "z = (\n        torch.rand(3, 4)\n        .topk(2, dim=1)\n        .indices\n    )",
            "z = (\n        mint.topk(mint.rand((3, 4)), 2, dim=1)[1]\n    )",
        ),
        # operators bind as before
        ("z = torch.exp(k * x**2)", "z = mint.exp(k * x**2)"),
        ("z = torch.exp(k * torch.abs(x) ** 2)", "z = mint.exp(k * mint.abs(x) ** 2)"),
        ("z = torch.exp(k * torch.square(x))", "z = mint.exp(k * mint.square(x))"),
        # long tests get parentheses of their own
        (
            'if mode == "nearest" and torch.is_tensor(x) and torch.sum(x) > 12 and len(size) > 128:\n        return y',
            (
                "if (\n"
                '        mode == "nearest"\n'
                "        and mindspore.is_tensor(x)\n"
                "        and mint.sum(x) > 12\n"
                "        and len(size) > 128\n"
                "    ):\n"
                "        return y"
            ),
        ),
        (
            "return x.amax(1) > k or y.amax(1) > k or x.amin(1) > k or y.amin(1) > k",
            (
                "return (\n"
                "        mint.amax(x, 1) > k\n"
                "        or mint.amax(y, 1) > k\n"
                "        or mint.amin(x, 1) > k\n"
                "        or mint.amin(y, 1) > k\n"
                "    )"
            ),
        ),
        (
            "wide = x.amax(1) if len(size) > 1048576 and k < 1.0 else y.amax(1)  # ok",
            "wide = (\n        mint.amax(x, 1)\n        if len(size) > 1048576 and k < 1.0\n        else mint.amax(y, 1)\n    )  # ok",
        ),
        # arguments that share a line which becomes too long
        (
            "z = min(\n        size, x.amax(1).item(), y.amax(1).item(), x.amin(1).item()\n    )",
            (
                "z = min(\n"
                "        size,\n"
                "        mint.amax(x, 1).item(),\n"
                "        mint.amax(y, 1).item(),\n"
                "        mint.amin(x, 1).item()\n"
                "    )"
            ),
        ),
    ],
)
def test_statements_are_laid_as_before(before: str, after: str, tmp_path: Path) -> None:
    found = new(tmp_path, f"import torch\n\n\n{HEAD}    {before}\n    return k\n")
    assert found.partition("]\n):\n")[2].rpartition("    return k\n")[0].strip() == after


@pytest.mark.parametrize(
    ("imports", "gone", "body"),
    [
        ("from copy import deepcopy\n", True, "deepcopy(x)"),
        ("import copy\n", True, "copy.deepcopy(x)"),
        ("import copy\n", False, "copy.deepcopy(x), copy.copy(mode)"),
        ("from copy import copy, deepcopy\n", False, "deepcopy(x), copy(mode)"),
        ("from .tools import copy, deepcopy\n", False, "torch.exp(x)"),
        ("import copy\n", False, "torch.exp(x)"),
    ],
)
def test_imports_of_pythons_library_go_with_their_last_use(imports: str, gone: bool, body: str, tmp_path: Path) -> None:
    found = new(tmp_path, f"import torch\n{imports}\n\n{HEAD}    return {body}\n")
    kept = imports.replace("copy, deepcopy", "copy") if "deepcopy(x), " in body else imports
    assert (kept in found) is not gone


def test_no_text_keeps_torch_imported(tmp_path: Path) -> None:
    source = f'import torch\n\ntorch.classes.__path__ = []\n\n\n{HEAD}    return torch.exp(x), mode == "torch"\n'
    found = new(tmp_path, source)
    assert "import framework as torch" not in found
    assert "import Missing\n" in found
    typed = new(tmp_path, source.replace('mode == "torch"', 'torch.compile(f), "torch.Tensor"'))
    assert "import framework as torch" in typed


def test_what_stands_in_is_imported_where_it_is_named(tmp_path: Path) -> None:
    source = f"import torch\n\n\n{HEAD}    import pytorch_lightning\n    return torch.exp(x), pytorch_lightning\n"
    assert "import Missing" not in new(tmp_path, source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.full(*size, 5)", "mint.full(*size, 5)"),
        ("torch.full(*size, **mode)", "mint.full(*size, **mode)"),
        ("torch.arange(*size, k - 1)", "mint.arange(*size, k - 1)"),
        ("torch.rand(3, generator=mode)", "mint.rand((3,), generator=mode)"),
        ("torch.get_device_module(mode).synchronize()", 'getattr(mindspore, "runtime").synchronize()'),
        ("torch.accelerator.current_accelerator().type", 'device_of(mindspore.get_context("device_target")).type'),
    ],
)
def test_arguments_go_where_they_went(before: str, after: str, tmp_path: Path) -> None:
    assert f"    return {after}\n" in new(tmp_path, f"import torch\n\n\n{HEAD}    return {before}\n")


def test_an_argument_is_no_recipe(tmp_path: Path) -> None:
    found = new(tmp_path, "import torch\n\n\ndef f(x: torch.Tensor, limits: list[float]):\n    return torch.bucketize(x, limits)\n")
    assert "recipes import bucketize\n" in found
    assert "bucketize(x, limits)" in found


def test_of_a_long_name_is_told_once(tmp_path: Path) -> None:
    assert new(tmp_path, f"import torch\n\n\n{HEAD}    return torch.ops.aten.remainder.Scalar\n").count("# mindaudit: torch") == 1


def test_of_methods_of_what_a_library_made_its_import_tells(tmp_path: Path) -> None:
    source = (
        "import torch\nfrom transformers import AutoModel\n\n\ndef f(x: torch.Tensor, path: str):\n"
        "    model = AutoModel.from_pretrained(path)\n    return model.encode(x), model(torch.exp(x))\n"
    )
    found = new(tmp_path, source)
    assert "write mindone.transformers.AutoModel\n" in found.replace("\n    #   ", " ")
    assert "AutoModel.from_pretrained.encode" not in found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('x.cpu().numpy() if hasattr(x, "cpu") else x', 'x.asnumpy() if isinstance(x, Tensor) or hasattr(x, "cpu") else x'),
        (
            'mode and hasattr(x, "detach") and x.detach()',
            'mode and (isinstance(x, Tensor) or hasattr(x, "detach")) and ops.stop_gradient(x)',
        ),
        ('x.clone() if hasattr(x, "clone") else x', 'mint.clone(x) if hasattr(x, "clone") else x'),
        ('x.cpu() if hasattr(mode, "cpu") else x', 'x if isinstance(mode, Tensor) or hasattr(mode, "cpu") else x'),
    ],
)
def test_tensors_are_asked_for_what_they_had_in_torch(before: str, after: str, tmp_path: Path) -> None:
    found = new(tmp_path, f"import torch\n\n\n{HEAD}    return {before}\n")
    assert ast.unparse(ast.parse(found).body[-1].body[-1]) == ast.unparse(ast.parse(f"return {after}").body[0])
