"""Calls under torch's names are told of where what stands there does not take them; what objects lack, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("f(torch.logical_and(x, y, where=x))", "torch.logical_and stays as it is"),
        ("f(torch.logical_and(x, y, out=torch.empty(4)))", ""),
        ("torch.jit.Future()", "torch.jit.Future has no counterpart"),
        ("torch.Generator().device", ""),
        ("torch.Generator().initial_seed()", ""),
        ("torch.jit.script(x)", ""),
        ("torch.nn.quantized.FloatFunctional().add(x, y)", ""),
        ("torch.ao.nn.quantized.FloatFunctional().mul_scalar(x, 2)", ""),
        ("torch.utils.checkpoint.checkpoint(self.body, x)", ""),
    ],
)
def test_what_a_counterpart_does_not_take_is_reported(line: str, told: str, tmp_path: Path) -> None:
    head = "import torch", "import torch.utils.checkpoint", "", "", "class Net(torch.nn.Module):", "    def forward(self, x, y):"
    new = rewritten(tmp_path, "\n".join((*head, f"        return {line}", "")), Choice(recipes=True), CPU).new
    remarks = " ".join(each.strip(" #") for each in new.splitlines() if each.startswith("        #"))
    assert told in remarks if told else not remarks


@pytest.mark.parametrize(("config", "test"), [(GRAPH, "isinstance(x, Tensor)"), (CPU, "torch.jit.isinstance(x, Tensor)")])
def test_a_graph_is_asked_by_python_s_isinstance(config: Config, test: str, tmp_path: Path) -> None:
    body = "        if torch.jit.isinstance(x, Tensor):\n            return x\n        return x + 1\n"
    source = f"import torch\nfrom torch import Tensor, nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"
    assert f"        if {test}:\n" in rewritten(tmp_path, source, Choice(recipes=True), config).new


def test_what_only_pynative_mode_serves_is_reported_for_graphs(tmp_path: Path) -> None:
    source = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.autograd.grad(x.sum(), x)\n"
    assert "# mindaudit: for torch.autograd.grad, write" in rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert "mindaudit:" not in rewritten(tmp_path, source, Choice(recipes=True), CPU).new.partition("def f")[2]
