from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

HEAD = "import torch\n\n\ndef f(model: torch.nn.Module, optimizer: torch.optim.Optimizer, x: torch.Tensor, y: torch.Tensor):\n"


def body(folder: Path, statements: str, release: str = "2.10", mode: str = "pynative", recipes: bool = True) -> str:
    """What becomes of statements in a function."""
    config = Config(targets=(Target(release, mode, "cpu"),), cache=False)
    new = rewritten(folder, f"{HEAD}    {statements}\n    return x\n", Choice(recipes=recipes), config).new
    return new.partition("def f(")[2].partition(":\n")[2].removesuffix("    return x\n").strip()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(x * y).sum().backward()", "backward((x * y).sum())"),
        ("x.backward(y, retain_graph=True)", "backward(x, y, retain_graph=True)"),
        ("optimizer.zero_grad()", "optimizer.zero_grad()"),
        ("optimizer.step()", "optimizer.step()"),
        ("model.zero_grad()", "model.zero_grad()"),
        ("optimizer = torch.optim.SGD(model.parameters(), lr=0.1)", "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)"),
        ("x.data[0] = 1", "with no_gradients(): x.data[0] = 1"),
        ("x.data[0].mul_(y)", "with no_gradients(): x.data[0] = mint.mul(x.data[0], y)"),
        ("x.data[:, 1] += y", "with no_gradients(): x.data[:, 1] += y"),
        ("model.w.data[y > 0] = 1", "with no_gradients(): stored_through(model.w.data, True)[y > 0] = 1"),
        ("model.w.data[1:] = 1", "with no_gradients(): model.w.data[1:] = 1"),
        ("if x is None: x.data[0] = 1", "if x is None:\n        with no_gradients(): x.data[0] = 1"),
        (
            "if x is None: pass\n    else:  x.data[0].zero_()",
            "if x is None: pass\n    else:\n        with no_gradients(): x.data[0] = ops.zeros_like(x.data[0])",
        ),
        ("if x is None: x.data[0] = 1; y = 2", "if x is None: x.data[0] = 1; y = 2"),
        ("x.data[3][0] = 1", "with no_gradients(): x.data[3][0] = 1"),
        ("x.data[0], y = 1, 2", "with no_gradients(): x.data[0], y = 1, 2"),
        ("torch.nn.init.zeros_(x.data[:2])", "with no_gradients(): initialized(x.data[:2], mindspore.common.initializer.Zero())"),
        ("torch.nn.init.zeros_(x[0].data)", "with no_gradients(): initialized(x[0].data, mindspore.common.initializer.Zero())"),
        ("torch.nn.init.zeros_(x.data)", "initialized(x.data, mindspore.common.initializer.Zero())"),
        ("torch.nn.init.zeros_(model.w.data)", "initialized(model.w.data, mindspore.common.initializer.Zero())"),
        ("model.init_(x.data[0], y)", "with no_gradients(): model.init_(x.data[0], y)"),
        ("y = x.data[0]", "y = x.data[0]"),
        ("x.backward(create_graph=True)", "backward_recorded(x)"),
        ("s = {'a': x}; a, b = s['a'], y; a.mul_(b)", "s = {'a': x}; a, b = s['a'], y; a[...] = mint.mul(a.copy(), b)"),
        ("x.grad = None", "set_gradient(x, None)"),
        ("x.grad = x * torch.sinh(y)", "set_gradient(x, x * mint.sinh(floating(y)))"),
        ("x.requires_grad = True", "recorded(x, True)"),
        ("x.requires_grad = False", "x.requires_grad = False"),
        ("y = x.grad * 2", "y = stored_gradient(x) * 2"),
        ("w = torch.ones(3, requires_grad=True)", "w = recorded(mint.ones((3,)))"),
        ("w = torch.ones(3, requires_grad=True).double()", "w = recorded(mint.ones((3,)).double())"),
        ("w = torch.ones(3, requires_grad=True).float().cpu() * 2", "w = recorded(mint.ones((3,)).float()) * 2"),
        ("for p in model.parameters(): p.requires_grad = True", "for p in model.parameters(): p.requires_grad = True"),
        ("torch.nn.utils.clip_grad_norm_([x], 2.0)", "torch.nn.utils.clip_grad_norm_([x], 2.0)"),
        ("(x).grad = (x + y)", "set_gradient((x), (x + y))"),
        ("(y,) = torch.autograd.grad(x, [y])", "(y,) = gradients_by(x, [y])"),
        ("(y,) = torch.autograd.grad(x, [y], create_graph=True)", "(y,) = gradients_by(x, [y], create_graph=True)"),
        ("x.register_hook(print)", "hook_gradient(x, print)"),
        ("y = 1 if x.grad_fn is None else 2", "y = 1 if gradient_node(x) is None else 2"),
        ("torch.max(x, y, out=x)", "max_into(x, y, out=x)"),
        ("torch.min(x, y[0], out=y)", "min_into(x, y[0], out=y)"),
        ("x.addcdiv_(x, y, value=-1 * optimizer.defaults['lr'])", "x = x + x / y * (-1 * optimizer.defaults['lr'])"),
        ("x.addcmul_(x, y, value=-1 * optimizer.defaults['lr'])", "x = ops.addcmul(x, x, y, -1 * optimizer.defaults['lr'])"),
        ("(y,) = torch.autograd.grad(x, [y], **model.options)", "(y,) = torch.autograd.grad(x, [y], **model.options)"),
        ("x -= 2 * x.grad", "x.data -= 2 * stored_gradient(x)"),
        ("x.requires_grad_(); x += y", "recorded(x); x.data += y"),
        ("x -= y.grad", "x -= stored_gradient(y)"),
        ("assert x.requires_grad; x += y", "assert needs_gradient(x); x += y"),
        ("x.sub_(x.grad)", "overwritten(x, mint.sub(x, stored_gradient(x)))"),
        ("x.grad += x.grad * y", "stored_gradient(x).data += stored_gradient(x) * y"),
        ("x.grad.zero_()", "stored_gradient(x).data = ops.zeros_like(stored_gradient(x))"),
        ("x.grad.mul_(y).add_(1)", "stored_gradient(x).data = mint.add(mint.mul(stored_gradient(x), y), 1)"),
        ("for p in [torch.ones(2), x * 2]: p.requires_grad = True", "for p in [mint.ones((2,)), x * 2]: recorded(p, True)"),
        ("for _ in y: x.requires_grad = True; x = x.detach()", "for _ in y: recorded(x, True); x = ops.stop_gradient(x)"),
        ("x = x if y is None else x * 2; x.requires_grad = True", "x = x if y is None else x * 2; recorded(x, True)"),
        ("for p in [torch.nn.Parameter(x)]: p.requires_grad = True", "for p in [mindspore.Parameter(x)]: p.requires_grad = True"),
    ],
)
def test_loops_keep_their_form_in_pynative_mode(before: str, after: str, tmp_path: Path) -> None:
    assert body(tmp_path, before) == after


@pytest.mark.parametrize(("release", "mode", "recipes"), [("2.7", "pynative", True), ("2.10", "graph", True), ("2.10", "pynative", False)])
def test_elsewhere_a_person_writes_the_step(release: str, mode: str, recipes: bool, tmp_path: Path) -> None:
    new = body(tmp_path, "x.requires_grad = True\n    x.sum().backward()", release, mode, recipes)
    assert "    x.requires_grad = True\n" in f"    {new}"
    assert "# mindaudit: for torch.Tensor.backward, write " in new
    assert new.endswith("x.sum().backward()") or "mint.sum(x).backward()" in new or "ops.sum(x).backward()" in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for _ in x: model(y).backward()  # as requires_grad",
            "record_gradients()\n    for _ in x: backward(model(y))  # as requires_grad",
        ),
        ("if x:\n        while True:\n            for _ in x: model(y).backward()", "    record_gradients()\n        while True:"),
        ("for _ in x: y.sum().backward()", "record_gradients()\n\n\ndef f("),
        ("y.backward()", "record_gradients()\n\n\ndef f("),
        ("for _ in x: y.sum().backward(); optimizer.step()", "    for _ in x: backward(y.sum()); optimizer.step()"),
        ("y.sum().backward()", "record_gradients()\n\n\ndef f("),
        ("model(y).backward()", "    record_gradients()\n    backward(model(y))"),
        ("model(y).backward(); y.requires_grad_()", "    record_gradients()\n    backward(model(y)); recorded(y)"),
        ("if x: y.requires_grad_()\n    model(y).backward()", "    record_gradients()\n    if x: recorded(y)"),
        ("from torch import optim\n    for _ in x: y.backward()", "record_gradients()\n\n\ndef f("),
        ("from torch import optim\n    for _ in x: model(y).backward()", "    record_gradients()\n    for _ in x: backward(model(y))"),
        ("y = x * 2\n    y.sum().backward()", "    record_gradients()\n    y = x * 2"),
        ("y = optimizer.own(x)\n    y.sum().backward()", "    record_gradients()\n    y = optimizer.own(x)"),
        ("x.requires_grad_()\n    y = x * 2\n    y.sum().backward()", "    recorded(x)\n    y = x * 2"),
        ("y = x * 2\n    opt = torch.optim.SGD([x])\n    y.sum().backward(); opt.step()", "    record_gradients()\n    y = x * 2"),
        ("y = x * 2\n    opt = made(x)\n    opt.zero_grad(); y.backward(); opt.step()", "    record_gradients()\n    y = x * 2"),
        ("y = x * 2\n    opt = torch.optim.SGD([x])\n    z = y * x\n    z.backward(); opt.step()", "    y = x * 2\n    opt = "),
        ("y = x * 2\n    optimizer.zero_grad(); y.backward(); optimizer.step()", "    y = x * 2\n    optimizer.zero_grad()"),
        ("opt = torch.optim.SGD([x])\n    y = x * 2\n    opt.zero_grad(); y.backward(); opt.step()", "    y = x * 2\n    opt.zero_grad()"),
        ("m = made()\n    y = m(x)\n    z = x.requires_grad_()\n    (y + m(z)).backward()", "    record_gradients()\n    m = made()"),
        ("y = x\n    y.backward()\n\n\ndef g(optimizer):\n    optimizer.step()", "    record_gradients()\n    y = x"),
    ],
)
def test_without_an_optimizer_recording_begins_before_the_loop_or_the_function(before: str, after: str, tmp_path: Path) -> None:
    text = HEAD.replace(", optimizer: torch.optim.Optimizer", ", optimizer") + f"    {before}\n"
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, text, Choice(recipes=True), config).new
    assert after in new
    assert ("record_gradients()" in new) is ("record_gradients" in after)


def test_a_file_begins_to_record_behind_its_imports(tmp_path: Path) -> None:
    text = "import sys\n\nsys.setrecursionlimit(5000)\n\nimport torch\n\nx = torch.nn.Linear(2, 1)\nx(torch.ones(1, 2)).sum().backward()\n"
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, text, Choice(recipes=True), config).new
    assert new.index("record_gradients\n") < new.index("record_gradients()\nx = ")
    assert new.count("record_gradients()") == 1


@pytest.mark.parametrize(
    ("body", "begins"),
    [
        ("p = torch.nn.Parameter(torch.ones(2))\ny = p * 2\ny.sum().backward()", True),
        ("p = torch.nn.Parameter(torch.ones(2), requires_grad=True)\ny = p * 2\ny.sum().backward()", True),
        ("p = torch.nn.Parameter(torch.ones(2))\ny = p * 2\nq = torch.ones(2, requires_grad=True)\n(y * q).sum().backward()", True),
        ("q = torch.ones(2, requires_grad=True)\ny = q * 2\ny.sum().backward()", False),
        ("q = torch.ones(2, requires_grad=False)\ny = q * 2\ny.sum().backward()", True),
        ("q = torch.ones(2)\nq.requires_grad_(False)\ny = q * 2\ny.sum().backward()", True),
        ("m = torch.nn.Linear(2, 1)\ns = m(torch.ones(2))\nq = torch.ones(2).requires_grad_()\n(s + m(q)).backward()", True),
        ("m = torch.nn.Linear(2, 1)\nq = torch.ones(2).requires_grad_()\ns = m(q)\ns.backward()", False),
        ("m = made()\ns = m(x)\no = torch.optim.SGD([s])\nfor i in s:\n    y = m(i)\n    y.backward()\n    o.step()", True),
    ],
)
def test_recording_begins_before_what_a_file_computes_from_parameters(body: str, begins: bool, tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, f"import torch\n\n{body}\n", Choice(recipes=True), config).new
    assert ("\nrecord_gradients()\n" in new) is begins
    assert new.index("record_gradients()") < new.index(" = ") if begins else True


@pytest.mark.parametrize("name", ["__init__", "reset_parameters", "_init_weights", "train"])
def test_parts_of_data_are_stored_unrecorded_in_any_method(name: str, tmp_path: Path) -> None:
    text = f"import torch\n\n\nclass A(torch.nn.Module):\n    def {name}(self, m):\n        m.weight.data[m.padding_idx].zero_()\n"
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, text, Choice(recipes=True), config).new
    assert "        with no_gradients(): m.weight.data[m.padding_idx] = " in new


DERIVED = """import torch


class Marked(torch.nn.Parameter):
    ...


def f(p):
    return p.grad if isinstance(p, Marked) else None
"""


@pytest.mark.parametrize(("member", "read"), [("pass", "stored_gradient(p)"), ("grad = 1", "p.grad")])
def test_gradients_of_objects_of_a_class_derived_from_a_parameter(member: str, read: str, tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, DERIVED.replace("...", member), Choice(recipes=True), config).new
    assert f"return {read} if isinstance(p, Marked) else None\n" in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('setattr(x, "grad", None)', 'set_by_name(x, "grad", None)'),
        ('y = getattr(x, "grad")', 'y = get_by_name(x, "grad")'),
        ('y = getattr(x, "requires_grad", False)', 'y = get_by_name(x, "requires_grad", False)'),
        ('setattr(x, "data", y)', 'setattr(x, "data", y)'),
        ('n = "w.grad"; setattr(model, n, y)', 'n = "w.grad"; set_by_name(model, n, y)'),
        ('n = "grade"; setattr(model, n, y)', 'n = "grade"; setattr(model, n, y)'),
        ("if (x * y).requires_grad: y = x", "if needs_gradient((x * y)): y = x"),
        ("x.requires_grad = False", "x.requires_grad = False"),
    ],
)
def test_gradients_and_flags_by_name(before: str, after: str, tmp_path: Path) -> None:
    assert body(tmp_path, before).replace("\n    ", "; ").split() == after.split()


KEPT = """import torch


class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.leaves = {}

    def forward(self, x):
        self.leaves["a"] = LEAF
        self.leaves["a"].requires_grad = True
        return self.leaves["a"] * 2


class Reader(torch.nn.Module):
    def gradient(self):
        return self.leaves["a"].grad


class Net(Holder, Reader):
    pass
"""


@pytest.mark.parametrize("leaf", ["x.detach()", "torch.nn.Parameter(x)"])
def test_leaves_in_a_dict_of_a_module_and_their_gradients_in_a_class_beside_it(leaf: str, tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, KEPT.replace("LEAF", leaf), Choice(recipes=True), config).new
    assert ('        recorded(self.leaves["a"], True)\n' in new) is (leaf == "x.detach()")
    assert '        return stored_gradient(self.leaves["a"])\n' in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("filter(lambda p: p.grad is not None, group['params'])", "filter(lambda p: any_gradient(p) is not None, group['params'])"),
        ("group._parameters['w'].grad", "any_gradient(group._parameters['w'])"),
        ("group.grad.is_sparse", 'getattr(any_gradient(group), "is_sparse", False)'),
        ("np.grad", "np.grad"),
        ("group.grad(1)", "group.grad(1)"),
        ("torch.autograd.grad", "torch.autograd.grad"),
    ],
)
def test_gradients_of_what_nothing_is_known_of(before: str, after: str, tmp_path: Path) -> None:
    assert f"return {after}\n" in of_unknown(tmp_path, f"return {before}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for p in group: p.grad = None", "for p in group: set_gradient(p, None)"),
        ("group.x[0].grad = (y)", "set_gradient(group.x[0], (y))"),
        ("group.grad += y", "group.grad += y"),
        ("group.grad, = group(y)", "set_gradient(group, *group(y))"),
        ("(group.w.grad,) =  torch.autograd.grad(y, [group])", "set_gradient(group.w, *gradients_by(y, [group]))"),
        ("group.grad, y.grad = group(y)", "[*map(set_gradient, (group, y), group(y))]"),
        ("y.requires_grad = True", "recorded(y, True)"),
        ("for p in group: p.requires_grad = True", "for p in group: recorded(p, True)"),
        ("for p in group.parameters(): p.requires_grad = True", "for p in group.parameters(): p.requires_grad = True"),
        ("group.x.grad = y.grad = None", "set_gradient(group.x, set_gradient(y, None))"),
        ("group.x.requires_grad = y.requires_grad = True", "group.x.requires_grad = y.requires_grad = True"),
        (
            "y = group = torch.ones(2); y.requires_grad = group.requires_grad = True",
            "y = group = mint.ones((2,)); y.requires_grad = group.requires_grad = True",
        ),
        ("group.loss.backward(y)", "any_backward(group.loss, y)"),
        ("y.sum().backward(**group.options)", "any_backward(y.sum(), **group.options)"),
        ("return group.x.norm(p=2), y.norm(1, dim=0)", "return any_norm(group.x, p=2), any_norm(y, 1, dim=0)"),
        ("return group.norm(y), y.norm()", "return group.norm(y), y.norm()"),
        ("return y.detach().norm(p=2)", "return any_norm(ops.stop_gradient(y), p=2)"),
        ("group.x.requires_grad_(True)", "any_requires_grad_(group.x, True)"),
    ],
)
def test_gradients_that_what_nothing_is_known_of_gets(before: str, after: str, tmp_path: Path) -> None:
    assert f"    {after}\n" in of_unknown(tmp_path, before)


def of_unknown(folder: Path, statement: str) -> str:
    """The new text of a function of which nobody knows what it gets."""
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    source = f"import numpy as np\nimport torch\n\n\ndef f(group, y):\n    {statement}\n"
    return rewritten(folder, source, Choice(recipes=True), config).new


STEP = "import torch\n\n\ndef f(Y: torch.Tensor, ps):\n    loss = (Y * 2).sum()\n    BEFORE\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("g, = torch.autograd.grad(loss, Y)\n    with torch.no_grad():\n        Y -= 0.1 * g", "    Y.data -= 0.1 * g"),
        ("g = torch.autograd.grad(loss, [Y])[0]\n    with torch.no_grad():\n        Y.sub_(g)", "    overwritten(Y, mint.sub(Y, g))"),
        ("g, = torch.autograd.grad(loss, Y)\n    Y = Y - g\n    Y += 1\n    return Y", "Y += 1"),
        (
            "gs = torch.autograd.grad(loss, ps)\n    with torch.no_grad():\n        for p, g in zip(ps, gs):\n            p -= g",
            "        p = any_isub(p, g)",
        ),
        ("gs = torch.autograd.grad(loss, ps)\n    for p in gs:\n        n = 1\n        n -= p", "    n -= p"),
    ],
)
def test_what_is_differentiated_by_is_stepped_in_place(before: str, after: str, tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = rewritten(tmp_path, STEP.replace("BEFORE", before), Choice(recipes=True), config).new
    assert f"    {after}\n" in new


def test_a_file_begins_to_record_by_what_it_says_before(tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    text = "import torch\n\nw = torch.nn.Parameter(torch.ones(2))\nfor _ in range(2):\n    g = torch.autograd.grad(w.sum(), w)[0]\n"
    after = "record_gradients()\nfor _ in range(2):\n"
    later = "x = torch.ones(2, requires_grad=True)\n"
    assert after in rewritten(tmp_path, text + later, Choice(recipes=True), config).new
    assert after not in rewritten(tmp_path, text.replace("w =", f"{later}w ="), Choice(recipes=True), config).new


@pytest.mark.parametrize(
    ("body", "begins"),
    [
        ("return torch.autograd.grad(y, x, create_graph=True)", True),
        ("for each in x:\n        g = torch.autograd.grad(y, each)", True),
        ("y = y * 2\n    return torch.autograd.grad(y, x)", False),
        ("x.requires_grad_()\n    return torch.autograd.grad(y, x)", False),
        ("return torch.autograd.grad(y.sum(), x)", True),
    ],
)
def test_what_a_function_gets_and_differentiates_is_recorded_before_it(body: str, begins: bool, tmp_path: Path) -> None:
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    text = f"import torch\n\n\n@staticmethod\ndef f(y, x):\n    {body}\n"
    new = rewritten(tmp_path, text, Choice(recipes=True), config).new
    assert ("\n\n\nrecord_gradients()\n\n\n@staticmethod\ndef f" in new) is begins
    assert new.count("record_gradients()") <= 1


def test_parameters_of_a_function_stay_parameters(tmp_path: Path) -> None:
    new = body(tmp_path, "p = torch.nn.Parameter(torch.ones(3))\n    p.copy_(x)\n    p -= 0.5")
    assert "    overwritten(p, " in new
    assert "    p.data -= 0.5" in new


def test_deleted_gradients(tmp_path: Path) -> None:
    new = body(tmp_path, "for p in model.parameters():\n        if hasattr(p, 'grad'):\n            del p.grad")
    assert "        if isinstance(p, Tensor) or hasattr(p, 'grad'):\n            set_gradient(p, None)" in new
