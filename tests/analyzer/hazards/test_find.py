"""The frame around the rules: contexts, targets, call paths, failing rules."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from hazard_helpers import audit, audit_all, codes

from mindaudit.hazards.checking import rules
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Target
from mindaudit.resolve.solver.evaluator import CannotResumeError

NETWORK = """
import torch
from torch import nn


def pick(x: torch.Tensor, mask: torch.Tensor):
    try:
        return x[mask > 0]
    except IndexError:
        return x


class Net(nn.Module):
    def forward(self, x, mask):
        return pick(x, mask)
"""


class Failing:
    """A rule that always raises."""

    @staticmethod
    def check(view: FileView) -> Iterator[Hit]:
        raise RuntimeError("on purpose")
        yield


def test_a_failing_rule_is_one_problem_and_the_others_go_on() -> None:
    result = audit(NETWORK, among={"MA299": Failing, **rules()})
    assert [problem.code for problem in result.gave_up] == ["MA903"]
    assert "MA299" in result.gave_up[0].message
    assert "on purpose" in result.gave_up[0].message
    assert [hazard.code for hazard in result.found] == ["MA401", "MA203"]


def test_what_makes_the_project_be_resolved_anew_is_no_failure_of_a_rule() -> None:
    def refused(view: FileView) -> Iterator[Hit]:
        raise CannotResumeError

    with pytest.raises(CannotResumeError):
        audit(NETWORK, among={"MA299": SimpleNamespace(check=refused)})


def test_graph_syntax_shows_the_path_from_a_forward() -> None:
    found = {hazard.code: hazard for hazard in audit(NETWORK).found}
    assert found["MA401"].call_path == ("Net.forward", "pick")
    assert found["MA401"].cause is None
    assert found["MA203"].context == "network"
    assert found["MA203"].function == "pick"


def test_the_path_crosses_files() -> None:
    head = "from torch import nn\nfrom helpers import first\n"
    network = head + "class Net(nn.Module):\n    def forward(self, x):\n        return first(x.unbind())\n"
    texts = {"helpers.py": "def first(xs):\n    return next(iter(xs))\n", "net.py": network}
    (hazard,) = audit_all(texts)["helpers.py"].found
    assert (hazard.code, hazard.call_path) == ("MA413", ("Net.forward", "first"))


def test_the_path_goes_through_apply_of_an_autograd_function() -> None:
    function = "class Twice(Function):\n    @staticmethod\n    def forward(ctx, x, n):\n        del n\n        return x * 2\n"
    network = "class Net(nn.Module):\n    def forward(self, x):\n        return Twice.apply(x, 2)\n"
    found = audit(f"from torch import nn\nfrom torch.autograd import Function\n\n\n{function}\n\n{network}").found
    assert [hazard.call_path for hazard in found if hazard.code == "MA404"] == [("Net.forward", "Twice.forward")]


SET = """
from torch import nn


class Net(nn.Module):
    def __init__(self, name: str):
        super().__init__()

        def forward(x):
            return next(iter(x))

        {statement}
"""


@pytest.mark.parametrize(
    ("statement", "is_told"),
    [("self.forward = forward", True), ("setattr(self, 'forward', forward)", True), ("self.backward = forward", False), ("forward", False)],
)
def test_what_is_set_as_a_forward_is_part_of_the_graph(statement: str, is_told: bool) -> None:
    assert ("MA413" in codes(SET.format(statement=statement))) is is_told


def test_in_pynative_mode_only_notes_remain() -> None:
    found = audit(NETWORK, Target("2.10", "pynative", "cpu")).found
    assert [(hazard.code, hazard.severity) for hazard in found] == [("MA203", "note")]


def test_the_same_statements_outside_a_network_are_no_graph_syntax() -> None:
    assert codes(NETWORK.replace("(nn.Module)", "").replace("mask > 0", "0")) == []


def test_constructors_are_no_part_of_the_graph() -> None:
    text = """
import torch
from torch import nn


def rates(depth):
    return [r.item() for r in torch.linspace(0, 1, depth)]


class Net(nn.Module):
    def __init__(self, depth: int):
        super().__init__()
        self.rates = rates(depth)
        kept = torch.ones(4) > 0
        self.kept = torch.arange(4)[kept]

    def forward(self, x):
        return x * self.rates[0] if self.rates[0] > 0 else x
"""
    assert codes(text) == []


def test_what_follows_a_shape_is_reported_once_a_function() -> None:
    text = """
from torch import nn


class Net(nn.Module):
    def forward(self, x, y):
        n = y.shape[1]
        return x[:, :n] + x[:, 1 : n + 1] * x[:, n:]
"""
    (hazard,) = audit(text).found
    assert (hazard.code, hazard.cause, hazard.severity) == ("MA206", "shape", "note")


def test_mitigation_uses_the_users_own_expressions() -> None:
    (hazard,) = (hazard for hazard in audit(NETWORK).found if hazard.code == "MA203")
    assert hazard.mitigation is not None
    assert hazard.mitigation.code == ""  # nothing says that the mask has an element for each of x
    assert hazard.message.startswith("`x[mask > 0]` keeps")


def test_braces_in_source_do_not_disturb_templates() -> None:
    text = NETWORK.replace("mask > 0", "{0: mask > 0}[0]")
    assert "MA203" in codes(text)


def test_unparsed_oddities_do_not_raise() -> None:
    text = "import torch\nx = torch.ones(3)\nfor i in x[x > 0]: pass\nwhile (y := x.sum()) > 0: break\nassert x.any(), x\n"
    result = audit(text)
    assert not result.gave_up
    assert {"MA203", "MA302", "MA303", "MA306"} <= {hazard.code for hazard in result.found}


def test_a_function_may_have_inputs_that_vary_in_several_ways() -> None:
    text = """
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader


def batches(data, items):
    return pad_sequence(items), DataLoader(data, 8, shuffle=True)
"""
    assert sorted(codes(text)) == ["MA214", "MA214", "MA603"]
