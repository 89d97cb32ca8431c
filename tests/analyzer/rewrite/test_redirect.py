"""Imports of torch become imports of what stands for it: one line of source, and what the rewritten file says instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

CONFIG = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
GRAPHS = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
HOME = "mindaudit_data.recipes"
RAISES = "MindSpore has no counterpart, and using it raises an error"
NETWORK = """from torch import nn


class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(2, 3)

    def forward(self, x):
        return self.f(x)
"""


def after(folder: Path, text: str, modules: bool | None = True, config: Config = CONFIG) -> str:
    """The rewritten text without the line that says so."""
    (folder / "module.py").write_text(text)
    (outcome,) = rewrite([folder / "module.py"], config, Choice(recipes=True, modules=modules))
    assert not outcome.problem
    new = re.sub(r"\n *#   ", " ", outcome.new)  # remarks that are wrapped
    return "".join(line for line in new.splitlines(keepends=True) if "delete this line to rewrite" not in line)


HUB, MIXIN, OF_HUB = "huggingface_hub", "PyTorchModelHubMixin", f"{HOME}.huggingface_hub.hub_mixin"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("import torch.nn as nn\n", f"from {HOME} import modules as nn\n"),
        ("from torch import nn\n", f"from {HOME} import modules as nn\n"),
        ("from torch.nn import Linear, ReLU as Act\n", f"from {HOME}.modules import Linear, ReLU as Act\n"),
        ("from torch.nn.modules.batchnorm import _BatchNorm\n", f"from {HOME}.modules.modules.batchnorm import _BatchNorm\n"),
        ("import torch.nn.functional as F\n", f"from {HOME}.modules import functional as F\n"),
        ("from torch.nn import functional as F, init\n", f"from {HOME}.modules import functional as F, init\n"),
        ("import torch\nimport torch.utils.checkpoint\nx = torch.jit\n", f"from {HOME} import framework as torch\nx = torch.jit\n"),
        ("import torch.utils.checkpoint as cp\n", f"from {HOME}.framework.utils import checkpoint as cp\n"),
        ("from torch import nn, jit\n", f"from {HOME} import modules as nn\nfrom {HOME}.framework import jit\n"),
        ("import os, torch.nn as nn\n", f"import os\nfrom {HOME} import modules as nn\n"),
        ("from torch import (\n    jit,  # scripts\n)\n", f"from {HOME}.framework import (\n    jit,  # scripts\n)\n"),
        ("from torch import Tensor, jit as nn\n", f"from {HOME}.framework import Tensor, jit as nn\n"),
        (f"from {HUB} import ModelCard as Card, {MIXIN}\n", f"from {HUB} import ModelCard as Card\nfrom {OF_HUB} import {MIXIN}\n"),
        (f"from {HUB} import {MIXIN} as Mixin\n", f"from {OF_HUB} import {MIXIN} as Mixin\n"),
        (f"from {HUB}.hub_mixin import {MIXIN}\n", f"from {OF_HUB} import {MIXIN}\n"),
        (f"from {HUB} import ModelCard\n", f"from {HUB} import ModelCard\n"),
        ("if True: import torch\n", f"if True: from {HOME} import framework as torch\n"),
    ],
)
def test_an_import_becomes_one_of_the_counterpart(before: str, expected: str, tmp_path: Path) -> None:
    assert after(tmp_path, before) == expected


def test_a_name_without_counterpart_gets_a_stand_in_and_a_comment(tmp_path: Path) -> None:
    text = after(tmp_path, "from torch.no_such import thing\n\n\ndef f():\n    return thing(1)\n")
    assert f'# mindaudit: torch.no_such.thing: {RAISES}; replace its uses\nthing = Missing("torch.no_such.thing")\n' in text
    assert f"from {HOME}.framework import Missing\n" in text
    assert f"    # mindaudit: torch.no_such.thing: {RAISES}; replace it, or remove what needs it\n    return thing(1)\n" in text


def test_what_importing_the_file_would_read_is_replaced(tmp_path: Path) -> None:
    before = "LIMIT = torch.no_such.limit(3)\n\n\n@torch.no_such.wrap\ndef f(x=torch.none):\n    return torch.none\n"
    text = after(tmp_path, f"import torch\n\n{before}")
    assert '\nLIMIT = Missing("torch.no_such.limit")\n' in text
    assert '\n@Missing("torch.no_such.wrap")\n' in text
    assert 'def f(x=Missing("torch.none")):\n' in text
    assert "    return torch.none\n" in text


def test_what_stands_in_the_counterpart_only_to_raise_an_error_is_told_where_it_is_needed(tmp_path: Path) -> None:
    tests = "def g(module: fx.GraphModule):\n    return isinstance(module, fx.GraphModule)\n"
    text = after(tmp_path, f"from torch import fx\n\n\nclass Traced(fx.GraphModule):\n    graph = fx.Graph()\n\n\n{tests}")
    told = f"{RAISES}; replace it, or remove what needs it\n"
    assert f"# mindaudit: torch.fx.GraphModule: {told}class Traced(fx.GraphModule):\n" in text
    assert f'    # mindaudit: torch.fx.Graph: {told}    graph = Missing("torch.fx.Graph")\n' in text
    assert text.endswith(tests)


def test_a_text_that_names_a_module_is_reported(tmp_path: Path) -> None:
    text = after(
        tmp_path, "import torch\n\nPLACES = ['own.layers', 'torch.nn', 'torch.no_such', 'torch']\nEPS = torch.finfo(torch.float32).eps\n"
    )
    assert f"# mindaudit: where torch.nn is imported by this text, write {HOME}.modules\nPLACES = [" in text
    assert text.count("# mindaudit") == 1


def test_methods_that_the_class_of_tensors_lacks_do_not_stop_an_import(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\nKEPT = {torch.Tensor.detach, torch.Tensor.abs}\n\n\ndef f():\n    return torch.Tensor.detach\n")
    assert 'Missing("torch.Tensor.detach"),' in text
    assert 'Missing("torch.Tensor.abs")' not in text
    assert text.endswith("    return Tensor.detach\n")


@pytest.mark.parametrize(
    ("library", "home"), [("transformers", f"from {HOME} import modules as nn"), ("numpy", "from mindspore import mint, nn")]
)
def test_networks_of_a_library_over_torch_are_modules(library: str, home: str, tmp_path: Path) -> None:
    body = "    def __init__(self):\n        super().__init__()\n        self.layer = nn.Linear(2, 2)\n"
    source = f"from torch import nn\nfrom {library} import Base\n\n\nclass Net(nn.Module):\n{body}\n\nclass Own(Base): ...\n"
    assert f"{home}\n" in after(tmp_path, source, modules=None)


def test_nothing_is_an_instance_of_a_class_without_counterpart(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\n\ndef f(x):\n    return isinstance(x, (torch.Size, torch.no_such.Thing))\n")
    assert 'isinstance(x, (torch.Size, Missing("torch.no_such.Thing")))' in text
    assert text.count("# mindaudit") == 0


def test_what_is_passed_on_without_counterpart_raises_only_where_it_is_used(tmp_path: Path) -> None:
    body = "register(x, torch.no_such, how=torch.none)\n    return torch.none(x)\n"
    text = after(tmp_path, f"import torch\n\n\ndef f(register, x):\n    {body}")
    assert 'register(x, Missing("torch.no_such"), how=Missing("torch.none"))\n' in text
    assert "return torch.none(x)\n" in text
    assert text.count("# mindaudit") == 3


def test_a_name_that_is_computed_is_reported(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\n\ndef f(name):\n    return getattr(torch.linalg, name), getattr(torch, 'no' + name, None)\n")
    assert "    # mindaudit: which of torch's names this reads is decided at run time; one without a counterpart raises an error\n" in text
    assert text.count("# mindaudit") == 1


def test_names_that_are_looked_up_in_a_module_s_dict_are_reported(tmp_path: Path) -> None:
    """The dict is Python's, so that importing the file reads that of the counterpart."""
    text = after(
        tmp_path, "import torch\n\nFOUND = {k: v for k, v in torch.optim.__dict__.items() if k[0].isupper()}\nNAME = torch.nn.__name__\n"
    )
    assert "\nFOUND = {k: v for k, v in torch.optim.__dict__.items() if k[0].isupper()}\nNAME = module_name(torch.nn)\n" in text
    assert "# mindaudit: which of torch's names this reads is decided at run time" in text
    assert text.count("# mindaudit") == 1


def test_what_importing_the_file_would_set_stays_a_target(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\ntorch.no_such.path = []\n")
    assert '\nMissing("torch.no_such").path = []\n' in text


def test_an_import_whose_failing_is_dealt_with_goes_on_failing(tmp_path: Path) -> None:
    text = after(tmp_path, "try:\n    from torch.no_such import thing\n    HAS = True\nexcept ImportError:\n    HAS = False\n")
    assert f"    from {HOME}.framework.no_such import thing\n" in text


def test_a_library_that_needs_torch_is_guarded(tmp_path: Path) -> None:
    text = after(tmp_path, "import torchvision.transforms as T\n\n\ndef f():\n    import accelerate\n")
    told = "needs torch; rewrite it as well, or replace its uses"
    assert text.startswith(f"from {HOME}.framework import Missing\ntry:\n    import torchvision.transforms as T\nexcept ImportError:\n")
    assert f'    # mindaudit: torchvision {told}\n    T = Missing("torchvision.transforms")\n' in text
    assert f"    # mindaudit: accelerate {told}\n    import accelerate\n" in text


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("from torchvision.ops import nms\n\ny = nms(a, b, 0.5)\n", f"from {HOME}.torchvision.ops import nms\n\ny = nms(a, b, 0.5)\n"),
        ("from torchvision import ops\n\ny = ops.nms(a, b, 0.5)\n", f"from {HOME}.torchvision import ops\n\ny = ops.nms(a, b, 0.5)\n"),
        ("import torchvision.ops as O\n\ny = O.nms(a, b, 0.5)\n", f"from {HOME}.torchvision import ops as O\n\ny = O.nms(a, b, 0.5)\n"),
    ],
)
def test_what_a_library_over_torch_has_recipes_for_comes_from_these(before: str, expected: str, tmp_path: Path) -> None:
    assert after(tmp_path, before) == expected


@pytest.mark.parametrize("imported", ["import torchvision", "import torchvision.ops"])
def test_a_name_of_a_library_that_stays_is_that_of_its_recipe(imported: str, tmp_path: Path) -> None:
    uses = "    x = torchvision.ops.nms(a, b, iou_threshold=0.5)\n    kept = torchvision.ops.nms(torch.ones(2, 4), b, 0.5).numpy()\n"
    text = after(
        tmp_path,
        f"import torch\n{imported}\n\n\ndef f(a, b, nms):\n{uses}    return x, kept, torchvision.io, torchvision.ops.batched_nms\n",
    )
    assert f"try:\n    {imported}\nexcept ImportError:\n" in text
    assert f"from {HOME} import batched_nms, nms as nms_recipe\n" in text
    assert "    x = nms_recipe(a, b, iou_threshold=0.5)\n    kept = nms_recipe(mint.ones((2, 4)), b, 0.5).asnumpy()\n" in text
    assert "    return x, kept, torchvision.io, batched_nms\n" in text


def test_the_rest_of_an_import_is_guarded(tmp_path: Path) -> None:
    text = after(
        tmp_path, "from torchvision import ops as O, transforms\n\n\ndef f(a, b):\n    return O.nms(a, b, 0.5), transforms.Pad(1)\n"
    )
    assert f"from {HOME}.torchvision import ops as O\ntry:\n    from torchvision import transforms\nexcept ImportError:\n" in text
    assert "    return O.nms(a, b, 0.5), transforms.Pad(1)\n" in text


def test_a_part_for_torch_of_another_library_is_guarded(tmp_path: Path) -> None:
    text = after(tmp_path, "import foreign\nimport foreign.pytorch\nimport foreign.pytorch as P\n\n\ndef f(x):\n    return P.made(x)\n")
    told = "    # mindaudit: foreign needs torch; rewrite it as well, or replace its uses\n"
    assert f"try:\n    import foreign.pytorch\nexcept ImportError:\n{told}    pass\n" in text
    assert f'    import foreign.pytorch as P\nexcept ImportError:\n{told}    P = Missing("foreign.pytorch")\n' in text


def test_the_project_s_own_packages_are_rewritten_themselves(tmp_path: Path) -> None:
    folder = tmp_path / "timm"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "a.py").write_text("from timm.b import f\nimport torch\n\n\ndef g(x):\n    return f(torch.abs(x))\n")
    (folder / "b.py").write_text("def f(x):\n    return x\n")
    outcomes = {outcome.name: outcome for outcome in rewrite([folder], CONFIG, Choice(recipes=True))}
    assert "from timm.b import f\n" in outcomes["a.py"].new
    assert "# mindaudit: timm" not in outcomes["a.py"].new


def test_short_names_are_written_out_where_a_star_would_carry_them_over_a_module(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("from . import ops\nfrom .base import *\n")
    (tmp_path / "ops.py").write_text("import torch\n\n\ndef f(x):\n    return torch.atleast_1d(x)\n")
    (tmp_path / "base.py").write_text("import torch\n\n\ndef g(x):\n    return torch.atleast_1d(torch.abs(x))\n")
    outcomes = {outcome.name: outcome for outcome in rewrite([tmp_path], CONFIG, Choice(recipes=True))}
    assert "mindspore.ops.atleast_1d(" in outcomes["base.py"].new
    assert "import ops" not in outcomes["base.py"].new


@pytest.mark.parametrize("line", ["self.phase = 3", "self.compiled = False"])
def test_layers_stay_where_a_network_uses_a_name_that_cells_have(line: str, tmp_path: Path) -> None:
    text = NETWORK.replace("super().__init__()", f"super().__init__()\n        {line}")
    assert "class A(nn.Module)" in after(tmp_path, text, modules=None)


def test_tensors_are_asked_for_what_torch_s_have(tmp_path: Path) -> None:
    text = 'import torch\nfrom torch import Tensor\n\nNEW = hasattr(Tensor, "scatter_reduce_")\nOLD = hasattr(torch.Tensor, "nothing")\n'
    new = after(tmp_path, text)
    assert "NEW = True\n" in new
    assert "OLD = hasattr(" in new


def test_layers_stay_where_a_class_is_passed_on(tmp_path: Path) -> None:
    text = NETWORK.replace("(self):", "(self, act=nn.GELU):")
    assert after(tmp_path, text, modules=None) == f"from {HOME} import modules as nn\n" + text.partition("\n")[2]


def test_layers_become_cells_where_cells_do(tmp_path: Path) -> None:
    new = after(tmp_path, NETWORK, modules=None)
    assert "class A(nn.Cell)" in new
    assert "def construct" in new


def test_a_name_that_arrives_by_a_star_stays_importable(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.abs(x)\n")
    (tmp_path / "b.py").write_text("from a import *\n\nHAS = 'silu' in dir(torch.nn.functional)\n")
    outcomes = {outcome.name: outcome for outcome in rewrite([tmp_path], CONFIG, Choice(recipes=True))}
    assert f"from {HOME} import framework as torch\n" in outcomes["a.py"].new
    assert not outcomes["b.py"].changed


def test_what_computes_no_tensor_stays_where_a_counterpart_has_its_name(tmp_path: Path) -> None:
    text = """import torch


@torch.jit.ignore
def f(x: torch.Tensor):
    if not torch.jit.is_scripting():
        return x


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x


y = Swish.apply(1)
"""
    rest = text.partition("\n")[2].replace("torch.Tensor", "Tensor")
    assert after(tmp_path, text) == f"from mindspore import Tensor\nfrom {HOME} import framework as torch\n{rest}"


def test_an_in_place_change_of_a_loop_s_variable_or_of_what_is_not_given_back_is_stored(tmp_path: Path) -> None:
    text = (
        "import torch\n\n\ndef f(tensors: list[torch.Tensor], x: torch.Tensor):\n    x.mul_(2)\n    for t in tensors:\n        t.mul_(2)\n"
    )
    new = after(tmp_path, text)
    assert "\n    overwritten(x, mint.mul(x, 2))\n" in new
    assert "\n        overwritten(t, mint.mul(t, 2))\n" in new


def test_helpers_stay_where_a_counterpart_bears_their_name(tmp_path: Path) -> None:
    rest = """

def f(x: Tensor, device: torch.device, dtype: torch.dtype):
    if isinstance(device, torch.device) and dtype:
        return torch.finfo(x.dtype).eps
    return torch.get_default_dtype(), torch.Size([1])
"""
    text = after(tmp_path, f"import torch\nfrom torch import Tensor\n{rest}")
    assert text == f"from mindspore import Tensor\nfrom {HOME} import framework as torch\n{rest}"


@pytest.mark.parametrize("is_namespace", [False, True])
def test_a_packages_own_part_called_torch_is_not_torch(is_namespace: bool, tmp_path: Path) -> None:
    package = tmp_path / "net"
    (package / "torch").mkdir(parents=True)
    if not is_namespace:
        (package / "__init__.py").write_text("")
    (package / "torch" / "__init__.py").write_text("from .layers import size\n")
    (package / "torch" / "layers.py").write_text("import torch\n\n\ndef size(x):\n    return isinstance(x, torch.Size)\n")
    outcomes = {each.name: each.new for each in rewrite([package], CONFIG, Choice(recipes=True))}
    assert "import torch\n" not in outcomes["torch/layers.py"]
    assert "from mindaudit_data.recipes import framework as torch" in outcomes["torch/layers.py"]


def test_values_of_unknown_kind_make_float32_unless_they_are_a_tensor(tmp_path: Path) -> None:
    text = "import torch\n\n\ndef made(values):\n    return torch.Tensor(values[:, None] * values), isinstance(values, torch.Tensor)\n"
    assert "return tensor_of(values[:, None] * values), isinstance(values, " in after(tmp_path, text)


def test_classes_of_tensors_are_values(tmp_path: Path) -> None:
    body = "    kind = torch.cuda.FloatTensor\n    return x, torch.LongTensor(values), torch.abs(x).type(kind)\n"
    new = after(tmp_path, f"import torch\n\n\ndef made(x, values):\n{body}")
    assert "    kind = torch.cuda.FloatTensor\n    return x, torch.LongTensor(values), tensor_type(mint.abs(x), kind)\n" in new
    assert "from mindaudit_data.recipes import framework as torch\n" in new
    assert "# mindaudit: torch" not in new


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ('"torch.fft" in sys.modules', '"mindspore" in sys.modules'),
        ('"torch" not in sys.modules', '"mindspore" not in sys.modules'),
        ('"numpy" in sys.modules', '"numpy" in sys.modules'),
        ('importlib.util.find_spec("torch") is None', 'importlib.util.find_spec("mindspore") is None'),
        ('_is_package_available("torch", True)', '_is_package_available("mindspore", True)'),
        ('importlib.metadata.version("torch")', 'importlib.metadata.version("mindspore")'),
        ('find_spec("torchvision")', 'find_spec("torchvision")'),
        ('optional_import("einops", name="rearrange")', f'optional_import("{HOME}.einops", name="rearrange")'),
        ('importlib.import_module("torch.nn")', f'importlib.import_module("{HOME}.modules")'),
        ('importlib.import_module("torch.no_such")', 'importlib.import_module("torch.no_such")'),
        ('layer("torch.nn.modules.activation", "ReLU")', f'layer("{HOME}.modules.modules.activation", "ReLU")'),
        ('layer(module="torch.optim", name="SGD")', f'layer(module="{HOME}.framework.optim", name="SGD")'),
        ('layer("torch.no_such")', 'layer("torch.no_such")'),
        ('print("torch")', 'print("torch")'),
    ],
)
def test_modules_that_are_named_by_a_text(before: str, expected: str, tmp_path: Path) -> None:
    assert after(tmp_path, f"import sys\nimport torch\n\nfound = {before}\n").endswith(f"\nfound = {expected}\n")


def test_a_star_import_of_what_has_no_counterpart_is_reported(tmp_path: Path) -> None:
    text = after(tmp_path, "from torch.ao.quantization.observer import *\n\nx = 1\n")
    assert f"# mindaudit: torch.ao.quantization.observer.*: {RAISES}" in text
    assert "import *" not in text


def test_functions_that_give_several_tensors_are_no_helpers(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.sort(x, dim=0), torch.where(x > 0)[0]\n")
    assert "return sort_int64(x, 0, False), nonzero(x > 0, True)[0]" in text


def test_a_device_whose_type_is_read_is_an_object(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\n\ndef f(x: torch.Tensor, y):\n    return x.device.type, y.device.index, x.device == y.device\n")
    assert "return device_of(x).type, device_of(y).index, device_of(x) == y.device" in text


def test_a_device_whose_type_is_read_off_a_variable_is_an_object(tmp_path: Path) -> None:
    body = "    d = x.device\n    return d.type, y.device\n"
    text = after(tmp_path, f"import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor):\n{body}")
    assert "d = device_of(x)\n    return d.type, device_of(y)" in text


def test_a_device_that_a_variable_gets_of_the_unknown_is_an_object(tmp_path: Path) -> None:
    body = "    d = x.device\n    def g(): return d.type\n    e = y.device\n    return d.type, e\n"
    text = after(tmp_path, f"import torch\n\n\ndef f(x, y):\n{body}")
    assert "d = device_of(x)\n" in text
    assert "e = device_of(y)\n" in text


def test_a_device_that_is_passed_may_be_a_text(tmp_path: Path) -> None:
    body = "    if device.type == old_device.type:\n        old_device = None\n    return old_device.index, kind.type\n"
    text = after(tmp_path, f"import torch\n\n\ndef f(device: torch.device, old_device, kind):\n{body}")
    assert "if device_of(device).type == old_device.type:" in text
    assert "return old_device.index, kind.type" in text


def test_whole_dimensions_after_a_mask_go(tmp_path: Path) -> None:
    lines = ["z = x[inside, :]", "x[inside, ...] = 0", "return z, x[inside, 1:], x[0, :], y[i, :]"]
    body = "".join(f"    {line}\n" for line in ["inside = (y > 0) & (y < 1)", *lines])
    text = after(tmp_path, f"import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor, i):\n{body}")
    assert text.endswith("    z = x[inside]\n    x[inside] = 0\n    return z, x[inside][:, 1:], x[0, :], y[i, :]\n")


def test_tensors_of_a_dtype_are_tensors_where_they_are_stated(tmp_path: Path) -> None:
    text = after(
        tmp_path, "import torch\n\n\ndef f(x: torch.LongTensor | None) -> torch.FloatTensor:\n    return isinstance(x, torch.LongTensor)\n"
    )
    assert "def f(x: Tensor | None) -> Tensor:" in text
    assert "isinstance(x, Tensor)" not in text


def test_a_metaclass_of_modules_is_joined_with_theirs(tmp_path: Path) -> None:
    text = "class Meta(type): ...\n\n\nclass A(nn.Module, metaclass=Meta): ...\n\n\nclass B(metaclass=Meta): ...\n"
    found = after(tmp_path, f"import torch.nn as nn\n\n\n{text}", modules=True)
    assert f"from {HOME} import module_type\n" in found
    assert found.endswith(text.replace("Module, metaclass=Meta", "Module, metaclass=module_type(Meta)"))


def test_a_metaclass_of_what_stands_beside_modules_as_a_base_gets_along_with_theirs(tmp_path: Path) -> None:
    classes = "class Meta(type): ...\n\n\nclass Mixed(metaclass=Meta): ...\n\n\nclass Other(metaclass=Meta): ...\n"
    text = f"from torch import nn\n\n\n{classes}\n\nclass Net(Mixed, nn.Module):\n    def forward(self, x):\n        return x\n"
    found = after(tmp_path, text)
    assert "class Mixed(metaclass=module_type(Meta)): ...\n\n\nclass Other(metaclass=Meta): ...\n" in found


def test_bounds_that_numpy_gave_become_python_s_numbers(tmp_path: Path) -> None:
    body = "return torch.arange(np.prod(sizes)), torch.arange(1, np.max(n))"
    text = f"import numpy as np\nimport torch\n\n\ndef made(sizes, n):\n    {body}\n"
    assert "return ops.arange(np.prod(sizes).item()), ops.arange(1, np.max(n).item())\n" in after(tmp_path, text)


def test_operators_that_a_program_may_register_are_looked_up_when_it_runs(tmp_path: Path) -> None:
    new = after(tmp_path, "import torch\n\ndouble = torch.ops.own.double.default\n")
    assert "double = torch.ops.own.double.default\n" in new
    assert "torch.ops.own.double" in new.partition("double = ")[0]


def test_a_module_that_nothing_stands_for_goes_on_not_being_found(tmp_path: Path) -> None:
    tried = "try:\n    import torch.nn.intrinsic as intrinsic\nexcept ModuleNotFoundError:\n    intrinsic = None\n"
    assert f"    from {HOME}.modules.intrinsic import __name__ as intrinsic\n" in after(tmp_path, tried)


def test_names_are_found_by_the_path_that_torch_documents(tmp_path: Path) -> None:
    base = "class B(torch.utils.data.dataloader.DataLoader):\n    pass\n"
    uses = "def f(x):\n    return data.sampler.Sampler, data.dataloader.nothing(x)\n"
    new = after(tmp_path, f"import torch\nfrom torch.utils import data\n\n\n{base}\n\n{uses}")
    assert "class B(torch.utils.data.DataLoader):\n" in new
    assert "    return data.Sampler, data.dataloader.nothing(x)\n" in new
    assert "torch.utils.data.dataloader.nothing: MindSpore has no counterpart" in " ".join(new.split())


def test_names_that_an_import_brings_by_another_path_have_their_counterpart(tmp_path: Path) -> None:
    imports = "from torch.utils.data.dataset import Dataset\nfrom torch.cuda.amp import GradScaler, autocast\n"
    body = "class Own(Dataset):\n    pass\n\n\ndef f(m, x, scaler=GradScaler):\n    with autocast():\n        return m(x)\n"
    new = after(tmp_path, f"{imports}\n\n{body}")
    assert f"from {HOME}.framework.utils.data import Dataset\n" in new
    assert f"from {HOME}.framework.amp import GradScaler, autocast\n" in new
    assert "no counterpart" not in new


def test_writers_for_tensorboard_are_those_of_the_recipes(tmp_path: Path) -> None:
    imports = "from torch.utils.tensorboard import SummaryWriter\nfrom torch.utils.tensorboard.summary import hparams\n"
    body = "class Logger(SummaryWriter):\n    def log(self, x):\n        self.file_writer.add_summary(hparams(x, x)[0])\n"
    new = after(tmp_path, f"import torch.utils.tensorboard.writer as tb\n{imports}\n\n{body}\n\nw = tb.SummaryWriter('a')\n")
    assert f"from {HOME}.framework.utils.tensorboard import SummaryWriter\n" in new
    assert f"from {HOME}.framework.utils.tensorboard.summary import hparams\n" in new
    assert body in new
    assert "no counterpart" not in new


def test_options_that_a_caller_may_leave_out_have_their_defaults(tmp_path: Path) -> None:
    body = "def made(*sizes, **options):\n    return torch.zeros(*sizes, **options)\n\n\ndef used(x):\n    return made(2, dtype=x.dtype)\n"
    in_graphs = after(tmp_path, f"import torch\n\n\n{body}", config=GRAPHS)
    assert '    return mint.zeros((*sizes,), dtype=options.get("dtype"))\n' in in_graphs


def test_options_that_others_may_give_are_passed_on(tmp_path: Path) -> None:
    body = "def best(x, **options):\n    return torch.max(x, **options)\n\n\ndef used(x):\n    return best(x, dim=1)[0]\n"
    assert "mint.max(x, **options)" in after(tmp_path, f"import torch\n\n\n{body}")
    deviation = body.replace("max", "std")
    assert "torch.std(x, **options)" in after(tmp_path, f"import torch\n\n\n{deviation}")
    order = "def order(n, **options):\n    return torch.randperm(n, **options)\n\n\ndef used(x):\n    return order(3, device=x.device)\n"
    assert "ops.shuffle(ops.arange(n))" in after(tmp_path, f"import torch\n\n\n{order}")


def test_sizes_that_are_tensors_become_numbers(tmp_path: Path) -> None:
    body = "    n = torch.tensor(sizes)\n    return torch.zeros(n, 2), torch.ones(sizes), torch.block_diag(n, n)\n"
    new = after(tmp_path, f"import torch\n\n\ndef made(sizes):\n{body}")
    assert "mint.zeros((int(n), 2))" in new
    assert "ops.block_diag(n, n)" in new


def test_what_is_left_inside_of_what_is_written_is_told(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\n\n\ndef f(x):\n    return torch.abs(torch.no_such(x)), torch.quantized_gru_cell(x).exp()\n")
    assert f"# mindaudit: torch.no_such: {RAISES}; replace it, or remove what needs it\n" in text
    assert f"# mindaudit: torch.quantized_gru_cell: {RAISES}; replace it, or remove what needs it\n" in text


def test_a_function_under_a_name_that_nothing_stands_for_is_written(tmp_path: Path) -> None:
    text = after(tmp_path, "import torch\nfrom torch import nn\n\nACT = nn.ReLU()\n\n\ndef f(x):\n    return torch.celu_(x + 1)\n")
    assert "    return ops.celu(x + 1)\n" in text
