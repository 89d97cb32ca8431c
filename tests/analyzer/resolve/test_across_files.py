"""Values cross files: packages, relative and star imports, cycles, namespaces, `src/`, namesakes, dependencies given as a further path."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project


def project(folder: Path, files: dict[str, str]) -> Project:
    sources = []
    for name, text in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        sources.append(SourceFile(str(path), name, text))
    return Project.resolved(sources, [collect(source) for source in sources])


def calls(found: Project, name: str) -> list[tuple[str, str]]:
    return [(usage.torch_name, usage.certainty) for usage in found.usages(name) if usage.kind == "call"]


def test_a_submodule_hides_a_module_that_came_along_with_a_star(tmp_path: Path) -> None:
    found = project(
        tmp_path,
        {
            "pkg/__init__.py": "from pkg.torch import *\nfrom pkg.relu import *\n",
            "pkg/torch.py": "import torch\nclass Normal(torch.distributions.Normal):\n    pass\n",
            "pkg/relu.py": "from torch.nn.functional import relu\n",
            "main.py": "import pkg\npkg.torch.Normal(0, 1).sample()\npkg.relu(1)\n",
        },
    )
    assert calls(found, "main.py") == [("torch.distributions.Normal.sample", "certain"), ("torch.nn.functional.relu", "certain")]


@pytest.mark.parametrize(
    ("wide", "other"),
    [
        ("from . import half", ""),
        ("from pkg import half", ""),
        ("from .. import pkg\nfrom .other import half", "from . import half\n"),
        ("from .other import half", "from pkg import half as same\nhalf = same\n"),
        ("from .other import less as half", "from pkg import half as less\n"),
    ],
)
def test_a_part_of_a_package_has_a_name_from_the_package_that_imports_a_star_from_it(wide: str, other: str, tmp_path: Path) -> None:
    found = project(
        tmp_path,
        {
            "pkg/__init__.py": "from .base import *\nfrom .wide import *\n",
            "pkg/base.py": "import torch\nhalf = torch.relu\n",
            "pkg/other.py": other,
            "pkg/wide.py": f"{wide}\nhalf(1)\n",
            "main.py": "import pkg\npkg.half(1)\n",
        },
    )
    assert calls(found, "pkg/wide.py") == calls(found, "main.py") == [("torch.relu", "certain")]


def test_a_star_brings_what_its_module_has_from_elsewhere(tmp_path: Path) -> None:
    found = project(
        tmp_path,
        {
            "pkg/__init__.py": "from .base import *\nfrom .wide import *\n",
            "pkg/base.py": "import torch\nhalf = torch.relu\n",
            "pkg/other.py": "from torch import sigmoid as half\n",
            "pkg/wide.py": "from .other import half\n",
            "main.py": "import pkg\npkg.half(1)\n",
        },
    )
    assert calls(found, "main.py") == [("torch.sigmoid", "certain")]


def test_a_package_re_exports_relatively_and_by_star(tmp_path: Path) -> None:
    found = project(
        tmp_path,
        {
            "pkg/__init__.py": "from .layers import *\nfrom . import tools as kit\n",
            "pkg/layers/__init__.py": "from .norm import Norm as Norm, norm_of\n",
            "pkg/layers/norm.py": "import torch.nn as nn\nNorm = nn.LayerNorm\n"
            "def norm_of(x):\n    return nn.functional.layer_norm(x, (1,))\n",
            "pkg/tools.py": "from ..pkg.layers import Norm\nimport torch\nhalf = torch.relu\n",
            "main.py": "import pkg\nimport pkg.layers.norm\npkg.Norm(4)\npkg.kit.half(1)\npkg.norm_of(1).exp()\npkg.layers.norm.Norm(2)\n",
        },
    )
    assert calls(found, "main.py") == [
        ("torch.nn.LayerNorm", "certain"),
        ("torch.relu", "certain"),
        ("torch.Tensor.exp", "certain"),
        ("torch.nn.LayerNorm", "certain"),
    ]


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    found = project(tmp_path, {"a.py": "from b import f, g\nf(1)\n", "b.py": "from a import g\nfrom torch import abs as f\n"})
    assert calls(found, "a.py") == [("torch.abs", "certain")]


def test_folders_without_init_are_packages_too(tmp_path: Path) -> None:
    found = project(tmp_path, {"space/inner/ops.py": "from torch import exp\n", "main.py": "from space.inner import ops\nops.exp(1)\n"})
    assert calls(found, "main.py") == [("torch.exp", "certain")]


def test_a_src_layout_is_found_from_the_tests_beside_it(tmp_path: Path) -> None:
    found = project(tmp_path, {"src/lib/__init__.py": "from torch import exp\n", "tests/test_lib.py": "import lib\nlib.exp(1)\n"})
    assert calls(found, "tests/test_lib.py") == [("torch.exp", "certain")]


def test_namesakes_in_two_projects_stay_apart(tmp_path: Path) -> None:
    found = project(
        tmp_path,
        {
            "one/utils.py": "from torch import exp as f\n",
            "one/main.py": "import utils\nutils.f(1)\n",
            "two/utils.py": "from torch import log as f\n",
            "two/main.py": "import utils\nutils.f(1)\n",
        },
    )
    assert calls(found, "one/main.py") == [("torch.exp", "certain")]
    assert calls(found, "two/main.py") == [("torch.log", "certain")]


def test_a_module_named_like_the_standard_librarys_does_not_hide_it(tmp_path: Path) -> None:
    found = project(tmp_path, {"deep/random.py": "from torch import rand as random\n", "main.py": "import random\nrandom.random()\n"})
    assert calls(found, "main.py") == []


def test_a_file_that_cannot_reach_torch_has_no_usage(tmp_path: Path) -> None:
    found = project(tmp_path, {"plain.py": "def f(x):\n    return x.unsqueeze(0)\n", "user.py": "import torch\nimport plain\n"})
    assert found.usages("plain.py") == []
    assert not found.reaches_torch("plain.py")
    assert found.reaches_torch("user.py")


def test_calls_of_other_libraries_with_tensors_are_listed(tmp_path: Path) -> None:
    text = """
import torch, einops, json, flash
x = torch.ones(1)
einops.rearrange(x, 'a -> a')
json.dumps(x)
flash.attend(x)
flash.name()
"""
    found = project(tmp_path, {"main.py": text})
    listed = found.third_party("main.py", lambda name: "permute" if name.startswith("einops") else "")
    assert [(row.name, row.substitute) for row in listed] == [("einops.rearrange", "permute"), ("flash.attend", "")]


def test_a_container_that_a_library_gives_is_no_call_of_that_library(tmp_path: Path) -> None:
    text = """
import torch, tables
state = tables.load("train")
state.pop("x", torch.ones(1))
state.head.names.get("y", torch.ones(1))
state.attend(torch.ones(1))
tables.get(torch.ones(1))
"""
    found = project(tmp_path, {"main.py": text})
    assert [row.name for row in found.third_party("main.py")] == ["tables.load.attend", "tables.get"]


def test_names_of_other_libraries_stay_finite_in_loops(tmp_path: Path) -> None:
    text = """
import torch, tables
rows = tables.load("train")
for _ in range(9):
    rows = rows.shuffle().skip(1)[0]
rows.map(torch.ones(1))
"""
    found = project(tmp_path, {"main.py": text})
    names = [row.name for row in found.third_party("main.py")]
    assert names == ["tables.load.map"]


def test_a_method_that_comes_again_in_a_chain_does_not_make_its_name_longer(tmp_path: Path) -> None:
    text = """
import torch, tables
tables.load("train").cast(1).skip(1).cast(2).cast(3).map(torch.ones(1))
tables.tables.load(torch.ones(1))
"""
    found = project(tmp_path, {"main.py": text})
    assert [row.name for row in found.third_party("main.py")] == ["tables.load.cast.map", "tables.tables.load"]


def test_a_chain_of_calls_too_deep_to_follow_ends(tmp_path: Path) -> None:
    calls = [f"def f{i}(x):\n    return f{i - 1}(x) + 1\n" for i in range(1, 2000)]
    text = "\n".join(["import torch", "def f0(x):\n    return torch.abs(x)\n", *calls, "f1999(torch.ones(2)).sum()\n"])
    found = project(tmp_path, {"deep.py": text})
    assert [usage.torch_name for usage in found.usages("deep.py") if usage.kind == "call"][:1] == ["torch.abs"]
    first, *_ = found.gave_up("deep.py")
    assert (first.code, first.message) == ("MA903", "expressions nested too deeply; what depends on them is unknown")


def test_contexts_tell_network_training_data_and_host_apart(tmp_path: Path) -> None:
    text = """
import torch
from torch import nn
from torch.utils.data import Dataset

class Items(Dataset):
    def __getitem__(self, i):
        return torch.ones(1)

class Net(nn.Module):
    def forward(self, x):
        return helper(x)

def helper(x):
    return torch.exp(x)

def train(net, optimizer: torch.optim.Optimizer):
    torch.ones(1).backward()

class Sign(torch.optim.Optimizer):
    def step(self):
        torch.sign(torch.ones(1))

def report():
    torch.zeros(1)
"""
    found = project(tmp_path, {"main.py": text})
    contexts = {usage.function: usage.context for usage in found.usages("main.py") if usage.kind == "call" and usage.function}
    assert contexts == {"Items.__getitem__": "data", "helper": "network", "train": "training", "Sign.step": "training", "report": "host"}


def test_what_stands_for_a_base_s_method_is_reached_as_that_is(tmp_path: Path) -> None:
    base = """
from torch import nn

class Base(nn.Module):
    def forward(self, x):
        return self.activate(x)

    def activate(self, x):
        return x
"""
    derived = """
import torch
from base import Base

class Gated(Base):
    def activate(self, x):
        return torch.exp(super().activate(x))

    def unused(self, x):
        return torch.exp(x)
"""
    contexts = project(tmp_path, {"base.py": base, "derived.py": derived}).contexts
    assert contexts.path(1, 1) == ("Base.forward", "Gated.activate")
    assert contexts.path(1, 2) == ()


def test_unused_imports_are_marked(tmp_path: Path) -> None:
    found = project(tmp_path, {"main.py": "import torch\nfrom torch import nn\nfrom torch import optim as o\nnn.ReLU()\n"})
    assert {u.torch_name: u.unused for u in found.usages("main.py") if u.kind == "import"} == {
        "torch": True,
        "torch.nn": False,
        "torch.optim": True,
    }


def test_every_kind_of_use_is_told_apart(tmp_path: Path) -> None:
    text = """
import torch
from torch import nn

class Net(nn.Module):
    @torch.jit.export
    def run(self, x: torch.Tensor, act=nn.GELU):
        y = x.shape, torch.float32, x @ x, x ** 2
        x += 1
        return y
"""
    found = project(tmp_path, {"main.py": text})
    assert sorted({(u.kind, u.torch_name) for u in found.usages("main.py") if u.kind != "import"}) == [
        ("annotation", "torch.Tensor"),
        ("attribute", "torch.Tensor.shape"),
        ("attribute", "torch.float32"),
        ("base", "torch.nn.Module"),
        ("decorator", "torch.jit.export"),
        ("operator", "torch.Tensor.add_"),
        ("operator", "torch.matmul"),
        ("operator", "torch.pow"),
        ("reference", "torch.nn.GELU"),
    ]


def test_a_name_that_is_deleted_is_not_read(tmp_path: Path) -> None:
    text = "import torch\nfrom torch import argmax as y, nn\nfrom torch import relu\ndel y, (nn)\ndel relu\ndel [][torch.float32]\n"
    found = project(tmp_path, {"main.py": text})
    assert [(u.kind, u.torch_name) for u in found.usages("main.py") if u.kind != "import"] == [("attribute", "torch.float32")]


def test_a_partial_object_holds_all_its_arguments(tmp_path: Path) -> None:
    head = f"import functools\nimport torch\ndef last({', '.join('abcdefghij')}):\n    return j\n"
    text = f"{head}functools.partial(last, {', '.join('123456789')}, torch.relu)()(1)\n"
    assert ("torch.relu", "certain") in calls(project(tmp_path, {"main.py": text}), "main.py")


@pytest.mark.parametrize("stored", ["{name: made, 'other': nn.ReLU}", "{**{name: made}}", "{name: made}", "{}"])
def test_a_registry_takes_whole_dicts(tmp_path: Path, stored: str) -> None:
    text = (
        "from torch import nn\n"
        "class Registry:\n"
        "    def __init__(self):\n        self.held = {}\n"
        f"    def add(self, name, made):\n        self.held.update({stored})\n"
        "    def put(self, name, made):\n        self.held[name] = made\n"
        "    def __getitem__(self, name):\n        return self.held[name]\n"
        "LAYERS = Registry()\nLAYERS.add('norm', nn.LayerNorm)\nLAYERS.put('tanh', nn.Tanh)\n"
        "LAYERS['norm'](3)\nLAYERS['tanh']()\n"
    )
    names = [name for name, _ in calls(project(tmp_path, {"main.py": text}), "main.py")]
    assert names == ["torch.nn.Tanh"] if stored == "{}" else names == ["torch.nn.LayerNorm", "torch.nn.Tanh"]


def test_what_is_looked_up_under_an_unknown_text_is_nothing_that_others_look_up(tmp_path: Path) -> None:
    text = (
        "from torch import nn\n"
        "def look_up(key, supported):\n"
        "    if isinstance(key, str):\n        key = key.strip()\n"
        "    if key in supported:\n        return supported[key]\n"
        "    return key\n"
        "class Factory:\n"
        "    def __init__(self):\n        self.parts = {}\n"
        "    def add(self, name, part):\n        self.parts[name] = part\n"
        "    def __getitem__(self, name):\n        return look_up(name.upper(), self.parts)\n"
        "ACT = Factory()\nACT.add('RELU', nn.ReLU)\nACT.add('TANH', nn.Tanh)\n"
        "def activation(name):\n    return ACT[str(name)]()\n"
        "look_up(nn.Conv2d, {nn.Conv2d: 1})\nlook_up(nn.Linear, [nn.Linear])\n"
    )
    made = project(tmp_path, {"main.py": text})
    (usage,) = [usage for usage in made.usages("main.py") if usage.kind == "call"]
    assert {usage.torch_name, *usage.alternatives} == {"torch.nn.ReLU", "torch.nn.Tanh"}


@pytest.mark.parametrize("stars", ["from .base import *\nfrom .block import *\n", "from .block import *\nfrom .base import *\n"])
def test_a_name_that_a_module_gets_from_the_package_that_stars_it_is_known(stars: str, tmp_path: Path) -> None:
    found = project(
        tmp_path,
        {
            "lib/__init__.py": stars,
            "lib/base.py": "import torch.nn as nn\nclass Base(nn.Module):\n    pass\n",
            "lib/block.py": "from . import Base\nfrom lib import Base as Same\nclass Block(Base):\n    def forward(self, x):\n"
            "        return x.exp() + Same.parameters(self)\n",
            "main.py": "from lib import Block\nBlock().parameters()\n",
        },
    )
    assert calls(found, "main.py") == [("torch.nn.Module.parameters", "certain")]
    assert ("torch.nn.Module.parameters", "certain") in calls(found, "lib/block.py")
