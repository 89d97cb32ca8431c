"""Devices of tensors, which MindSpore tells by a text, as objects."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config, Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
CPU = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))


def after(folder: Path, text: str, config: Config) -> str:
    """The rewritten text."""
    return rewritten(folder, text, Choice(recipes=True), config).new


@pytest.mark.parametrize("config", [GRAPH, CPU])
@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("isinstance(x.device, torch.device)", "isinstance(device_of(x), torch.device)"),
        ("str(x.device)", "str(device_of(x))"),
        ("f'on {x.device}'", "f'on {device_of(x)}'"),
        ("{x.device: x}", "{device_of(x): x}"),
        ("(x[0] + 1).device", "device_of((x[0] + 1))"),
        ("getattr(x, 'device', None)", "device_of(getattr(x, 'device', None))"),
        ("x.device == y.device", "x.device == y.device"),
        ("torch.zeros(2, device=x.device)", "mint.zeros((2,))"),
        ("make(device=x.device)", "make(device=device_of(x))"),
        ("torch.Generator().device", "device_of(torch.Generator())"),
        ("self.device", "self.device"),
    ],
)
def test_the_device_of_the_unknown_is_an_object_outside_of_graphs(before: str, line: str, config: Config, tmp_path: Path) -> None:
    source = f"import torch\n\n\ndef f(self, x, y, make):\n    return {before}\n"
    assert f"    return {line}\n" in after(tmp_path, source, config).replace('"', "'")


def test_files_that_know_nothing_of_torch_stay(tmp_path: Path) -> None:
    assert not rewritten(tmp_path, "def f(port):\n    return str(port.device)\n", Choice(recipes=True), CPU).changed


@pytest.mark.parametrize(
    ("before", "after_graph", "after_eager"),
    [
        ("isinstance(x.device, torch.device)", "is_device(device_text(x))", "isinstance(device_of(x), torch.device)"),
        ("isinstance(y[0].device, torch.device)", "is_device(y[0].device)", "isinstance(device_of(y[0]), torch.device)"),
        ("str(x.device)", "str(device_of(x))", "str(device_of(x))"),
        ("place(x.device)", "place(device_text(x))", "place(device_of(x))"),
    ],
)
def test_graphs_take_devices_as_texts(before: str, after_graph: str, after_eager: str, tmp_path: Path) -> None:
    helper = "def place(where):\n    return where.type\n"
    forward = f"    def forward(self, x, y=()):\n        return {before}\n"
    source = f"import torch\nfrom torch import nn\n\n\n{helper}\n\nclass Net(nn.Module):\n{forward}"
    for name, config, line in (("graph", GRAPH, after_graph), ("eager", CPU, after_eager)):
        (tmp_path / name).mkdir()
        new = after(tmp_path / name, source, config)
        assert f"        return {line}\n" in new
        is_read = name == "graph" and before.startswith("place")
        assert f"    return {'device_of(where)' if is_read else 'where'}.type\n" in new
