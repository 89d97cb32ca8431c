"""What the hooks of layers do, which graphs compile with the forward (MA609)."""

from __future__ import annotations

import pytest
from hazard_helpers import audit, audit_all, marked, placed

from mindaudit.model import Target

CPU = Target("2.10", "graph", "cpu")
NETWORK = """
import torch
from torch import nn


def add(module, inputs):
    return (first := inputs[0]) + first  # <- MA409


class Scale:
    def __call__(self, module, inputs, output):
        return (twice := output * 2) + twice  # <- MA409


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = {}
        self.layer = nn.Linear(4, 4)
        self.layer.register_forward_hook(self.keep("layer"))  # <- MA609
        self.layer.register_forward_hook(Scale())  # <- MA609
        self.layer.register_forward_pre_hook(add)  # <- MA609

    def keep(self, name):
        def hook(module, inputs, output):
            own = {}
            own[name] = output
            self.seen[name] = output  # <- MA609

        return hook

    def forward(self, x):
        return self.layer(x), self.seen["layer"]
"""
HOST = NETWORK.replace("nn.Module):", "object):").replace("# <- MA409", "").replace("output  # <- MA609", "output")


@pytest.mark.parametrize("text", [NETWORK, HOST])
def test_hooks_that_a_network_registers_are_compiled(text: str) -> None:
    assert placed(text, audit(text, CPU).found) == marked(text)


def test_what_a_hook_keeps_is_an_error_in_graphs_alone() -> None:
    found = {each.severity for each in audit(NETWORK, CPU).found if "keeps" in each.message}
    assert found == {"error"}
    assert not [each for each in audit(NETWORK, Target("2.10", "pynative", "cpu")).found if "keeps" in each.message]


def test_hooks_of_other_files_are_known() -> None:
    hook, network = NETWORK.partition("class Scale")[0], NETWORK.partition("class Net")
    texts = {"hooks.py": hook, "code.py": f"from hooks import Scale, add\nfrom torch import nn\n\n\n{''.join(network[1:])}"}
    (hazard,) = audit_all(texts, CPU)["hooks.py"].found
    assert (hazard.code, hazard.call_path) == ("MA409", ("Net.forward", "add"))
