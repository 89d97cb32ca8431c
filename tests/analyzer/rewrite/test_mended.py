from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, network, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))

SOURCE = """import numpy as np
import torch


def stored(x: torch.Tensor, n):
    rows, columns = np.tril_indices(n)
    {statement}
    return x
"""
OF_TORCH = SOURCE.replace("import numpy as np\n", "").replace("    rows, columns = np.tril_indices(n)\n", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = np.sqrt(2.0) * x", "x = of_numpy(np.sqrt(2.0)) * x"),
        ("x = x * np.sqrt(2.0)", "x = x * np.sqrt(2.0)"),
        ("x = x - np.ones(3)", "x = x - of_numpy(np.ones(3))"),
        ("x *= np.arange(n)", "x *= of_numpy(np.arange(n))"),
        ("x = np.pi * x + n * x", "x = np.pi * x + n * x"),
        ("x = np.float32(n) * x", "x = of_numpy(np.float32(n)) * x"),
        ("x = (np.sqrt(2.0) + 1) * x", "x = (of_numpy(np.sqrt(2.0) + 1)) * x"),
        ("x = x != np.int64(2)", "x = x != of_numpy(np.int64(2))"),
        ("x = n[0] == x", "x = of_numpy(n[0]) == x"),
        ("x = x == n", "x = x == of_numpy(n)"),
        ("x = x < n", "x = x < n"),
        ("x = x == 2", "x = x == 2"),
        ("x = n == rows", "x = n == rows"),
    ],
)
def test_what_numpy_holds_beside_a_tensor_becomes_a_number_or_a_tensor(before: str, after: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE.format(statement=before), Choice(recipes=True), CPU).new
    assert f"    {after}\n" in new
    assert "(MA516)" not in new


def test_what_is_compared_and_not_known_stays_without_numpy(tmp_path: Path) -> None:
    source = SOURCE.replace("import numpy as np\n", "").replace("    rows, columns = np.tril_indices(n)\n", "")
    assert "of_numpy" not in rewritten(tmp_path, source.format(statement="x = x == n"), Choice(recipes=True), CPU).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = x[0, :, [1, n]]", "x = x[0][:, [1, n]]"),
        ("x = x[0, None, x.argmax(1)]", "x = x[0][None, x.argmax(1)]"),
        ("x[1, :, [0, 2]] = x[0, ..., [0, 2]]", "x[1:2, :, [0, 2]] = without_leading_ones(x[0][..., [0, 2]])"),
        ("x[..., x[0] > 1] = -1.0", "x[:] = x.masked_fill(x[0] > 1, -1.0)"),
        ("x = x[x[0] > 1, 1:]", "x = x[x[0] > 1][:, 1:]"),
        ("x = x[:, 0, [1, 2]]", "x = x[:, 0, [1, 2]]"),
        ("x = x[0, :, self.index]", "x = x[0][:, self.index]"),
        (
            "x[1, ..., self.index] = x[None, 0, 1:, self.index]",
            "x[1:2, ..., self.index] = without_leading_ones(x[0][None, 1:, self.index])",
        ),
        ("x = x[0, self.index, :]", "x = x[0, self.index, :]"),
        ("x = x[0, :, 1, self.index, self.other]", "x = numbers_first(x)[0, :, 1, self.index, self.other]"),
        ("x = x[self.index, :, 0] + x[..., 0, :, self.index]", "x = x[self.index, :, 0] + numbers_first(x)[..., 0, :, self.index]"),
        ("x[1, :, self.index] = 0.0", "x[1, :, self.index] = 0.0"),
    ],
)
def test_indices_that_give_another_shape_are_written_in_steps(before: str, after: str, tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, OF_TORCH.format(statement=before), Choice(recipes=True), CPU)
    assert f"    {after}\n" in outcome.new
    assert "(MA515)" not in outcome.new


def test_a_store_by_an_unknown_index_that_stays_is_told(tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.format(statement="x[:, 0, :, self.index] = x[:, 0, :, self.index] * 2"), Choice(), CPU)
    assert "    x[:, 0, :, self.index] = x[:, 0][:, :, self.index] * 2\n" in outcome.new
    assert "(MA515)" in outcome.new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[rows, columns] = 0", "x[index_of_numpy(rows), index_of_numpy(columns)] = 0"),
        ("x[np.tril_indices(3)] = 0", "x[tuple(map(mindspore.tensor, np.tril_indices(3)))] = 0"),
        ("x = x[:, np.arange(3)]", "x = x[:, mindspore.tensor(np.arange(3))]"),
        ("x = x[np.array([1])[0]]", "x = x[mindspore.tensor(np.array([1])[0])]"),
        ("x = x[list(np.arange(3))]", "x = x[index_of_numpy(list(np.arange(3)))]"),
        ("kept = []; kept.append(rows[0]); x = x[kept]", "kept = []; kept.append(rows[0]); x = x[index_of_numpy(kept), ...]"),
        ("x = x[sorted([rows[0]])]", "x = x[index_of_numpy(sorted([rows[0]]))]"),
        ("x = x[:, [i for i in np.arange(3)][:2]]", "x = x[:, index_of_numpy([i for i in np.arange(3)][:2])]"),
        ("x = x[np.where(n)]", "x = x[tuple(map(mindspore.tensor, np.where(n)))]"),
        ("x = x[n]", "x = x[any_index(n)]"),
        ("x = x[1 : rows[0], n:]", "x = x[1 : int(rows[0]), n:]"),
        ("x = [x[a, b:] for a, b in zip(*(rows, columns))]", "x = [x[index_of_numpy(a), int(b):] for a, b in zip(*(rows, columns))]"),
        ("x = x[max(rows[0], 0), : max(rows[1], 0)]", "x = x[mindspore.tensor(max(rows[0], 0)), : int(max(rows[1], 0))]"),
        ("x = x[n.cpu().numpy()[0], n.numpy().max() :]", "x = x[mindspore.tensor(any_cpu(n).asnumpy()[0]), int(n.asnumpy().max()) :]"),
        ("x = x[np.random.choice(3)]", "x = x[mindspore.tensor(np.random.choice(3))]"),
    ],
)
def test_indices_of_numpy_become_tensors(before: str, after: str, tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.format(statement=before), Choice(recipes=True), CPU)
    assert f"    {after}\n" in outcome.new
    assert "# mindaudit: MindSpore does not index" not in outcome.new


def test_numbers_of_numpy_outside_of_networks_become_python_s_in_graph_mode_too(tmp_path: Path) -> None:
    before = "x = torch.cat([x[:, i - 1 : i] for i in np.arange(1, 3)])"
    new = rewritten(tmp_path, SOURCE.format(statement=before), Choice(recipes=True), GRAPH).new
    assert "x[:, int(i - 1) : int(i)]" in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[n : 2 * n, rows] = 0  # why", "if x[n : 2 * n, rows].size:\n        x[n : 2 * n, rows] = 0  # why"),
        ("x[torch.nonzero(x)[:, 0]] = 0", "if x[nonzero(x)[:, 0]].size:\n        x[nonzero(x)[:, 0]] = 0"),
        ("x[x > 0] = 0", "x[x > 0] = 0"),
        ("x[1:2, rows] = 0", "x[1:2, rows] = 0"),
        ("x[n : 2 * n] = 0", "x[n : 2 * n] = 0"),
    ],
)
def test_what_may_be_empty_is_stored_only_where_it_is_not(before: str, after: str, tmp_path: Path) -> None:
    source = SOURCE.replace("rows, columns = np.tril_indices(n)", "rows = torch.arange(n)")
    outcome = rewritten(tmp_path, source.format(statement=before), Choice(recipes=True), CPU)
    assert f"    {after}\n" in outcome.new


def test_a_store_that_is_not_alone_in_its_line_is_reported(tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.format(statement="if n: x[n : 2 * n, n:4] = 0"), Choice(recipes=True), CPU)
    assert "\n    if n: x[n : 2 * n, n:4] = 0\n" in outcome.new
    assert "(MA506)" in outcome.new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1j * x", "x = complex_mul(1j, x)"),
        ("x = torch.exp(1j * x * n)", "x = exp(complex_mul(1j, x) * n)"),
        ("x = x * (1 + torch.fft.fft(x))", "x = complex_mul(x, (1 + ops.fft(x)))"),
        ("x = torch.fft.fft(x) * torch.fft.fft(x)", "x = complex_mul(ops.fft(x), ops.fft(x))"),
        ("x = torch.fft.fft(x) \\\n        * torch.fft.fft(x)", "x = complex_mul(ops.fft(x), ops.fft(x))"),
        ("x = torch.fft.fft(x) / (2 + torch.fft.fft(x))", "x = complex_div(ops.fft(x), (2 + ops.fft(x)))"),
        ("x = torch.fft.fft(x).pow(2)", "x = complex_pow(ops.fft(x), 2)"),
        ("x = torch.mul(torch.fft.fft(x), torch.fft.fft(x))", "x = complex_mul(ops.fft(x), ops.fft(x))"),
        ("x = torch.fft.fft(x).mean(0)", "x = complex_mean(ops.fft(x), 0)"),
        ("x = x + torch.fft.fft(x)", "x = x + ops.fft(x)"),
        ("x = 2 * torch.fft.fft(x)", "x = 2 * ops.fft(x)"),
        ("x = (x) * (1j)", "x = complex_mul((x), (1j))"),
        ("x = (1j  # not - 1\n    * x)", "x = (1j  # not - 1\n    * x)"),
        ("x = 1j \\\n        * x", "x = complex_mul(1j, x)"),
        ("x = x[np.arange(3)].sum()", "x = x[mindspore.tensor(np.arange(3))].sum()"),
        ("z = torch.fft.fft(x); z *= 2; x = z", "z = ops.fft(x); z = any_imul(z, 2); x = z"),
        ("z = torch.fft.fft(x); z[1:] *= 2; x = z", "z = ops.fft(x); z[1:] = complex_mul(z[1:], 2); x = z"),
        ("z = torch.fft.fft(x); z[1] /= (x + 1); x = z", "z = ops.fft(x); z[1] = any_itruediv(z[1], (x + 1)); x = z"),
        ("z = torch.fft.fft(x); z[next(n)] *= 2; x = z", "z = ops.fft(x); z[next(n)] *= 2; x = z"),
        ("z = torch.fft.fft(x); z[torch.tril(x) > 1] *= 2", "z = ops.fft(x); z[ops.tril(x) > 1] = complex_mul(z[ops.tril(x) > 1], 2)"),
        ("z = torch.fft.fft(x); z += 1; z[0] = x[0]; x = z", "z = ops.fft(x); z += 1; z[0] = x[0]; x = z"),
        ("z = torch.fft.fft(x); z[:, 0] = 2j; x = z ** 2", "z = ops.fft(x); z[:, 0] = mindspore.tensor(2j); x = complex_pow(z, 2)"),
        ("x = torch.fft.fft(x) ** n", "x = complex_pow(ops.fft(x), n)"),
    ],
)
def test_complex_and_real_numbers_are_brought_to_one_dtype(before: str, after: str, tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.format(statement=before), Choice(recipes=True), CPU)
    assert f"    {after}\n" in outcome.new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = torch.max(x, 1).values", "x = mint.max(x, 1)[0]"),
        ("x = x.min(1).values.max(0).indices", "x = mint.max(mint.min(x, 1)[0], 0)[1]"),
        ("x = (torch.median(x, 1)).values + x", "x = (ops.median(x, 1))[0] + x"),
        ("best = torch.max(x, 1); x = best.values", 'best = named_result(mint.max(x, 1), "values", "indices"); x = best.values'),
        ("x, rows = torch.max(x, 1)", "x, rows = mint.max(x, 1)"),
        ("x = torch.max(x, 1)[0]", "x = mint.max(x, 1)[0]"),
    ],
)
def test_parts_of_results_have_numbers_or_names(before: str, after: str, tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.format(statement=before), Choice(recipes=True), CPU)
    assert f"    {after}\n" in outcome.new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("best = torch.max(x, 1); x = best.values + best[1]", "best = mint.max(x, 1); x = best[0] + best[1]"),
        ("best = torch.sort(x, 1); x = best.values", "best = sort_int64(x, 1, False); x = best[0]"),
        (
            "best = torch.max(x, 1); best = self.own or best; x = best.values",
            "best = mint.max(x, 1); best = self.own or best; x = best.values",
        ),
    ],
)
def test_parts_of_results_have_numbers_in_graphs(before: str, after: str, tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.format(statement=before), Choice(recipes=True), GRAPH)
    assert f"    {after}\n" in outcome.new


def test_what_a_function_outside_of_graphs_gives_has_names(tmp_path: Path) -> None:
    text = """import torch
from torch import nn


def best(x):
    return torch.max(x, dim=1)


def sorted_parts(x):
    found = torch.sort(x, 1)
    return found


class Net(nn.Module):
    def pair(self, x):
        return torch.max(x, 1)

    def forward(self, x):
        return self.pair(x)[0]


print([each(torch.ones(2, 2)).values for each in (best, lambda x: torch.min(x, 0), sorted_parts)])
"""
    new = rewritten(tmp_path, text, Choice(recipes=True), GRAPH).new
    assert '    return named_result(mint.max(x, dim=1), "values", "indices")\n' in new
    assert '    found = named_result(sort_int64(x, 1, False), "values", "indices")\n' in new
    assert 'lambda x: named_result(mint.min(x, 0), "values", "indices")' in new
    assert "        return mint.max(x, 1)\n" in new


MAPPED = """from functools import partial

import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x, y):
        heads = x.shape[1]

        def halved(part):
            return part / heads

        q, k = {expression}
        return q + k
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("map(lambda t: t.view(heads, -1), (x, y))", "[t.view(heads, -1) for t in (x, y)]"),
        ("map(lambda t: (t * heads), x.chunk(2, dim=0))", "[t * heads for t in x.chunk(2, 0)]"),
        ("map(lambda t: torch.abs(t) * heads, (torch.abs(x), y))", "[mint.abs(t) * heads for t in (mint.abs(x), y)]"),
        ("map(lambda t: t * heads, (x, y) if heads else (y, x))", "[t * heads for t in ((x, y) if heads else (y, x))]"),
        ("map(lambda t: torch.std(t) * heads, (x, y))", "[std(t, correction=1) * heads for t in (x, y)]"),
        ("map(lambda t: t.chunk(2, dim=1), (x, y))", "[t.chunk(2, 1) for t in (x, y)]"),
        ("map(halved, (x, y))", "[halved(item) for item in (x, y)]"),
        ("map(partial(torch.cat, dim=1), ((x, y), (y, x)))", "[partial(mint.cat, dim=1)(item) for item in ((x, y), (y, x))]"),
        ("map(partial(torch.sum, dim=1), (x, y))", None),
        ("map(lambda s, t: s * t * heads, (x, y), (y, x))", "[s * t * heads for s, t in zip((x, y), (y, x))]"),
        ("map(lambda *s: s[0] * heads, (x, y))", None),
        ("map(self.item, [x, y], (y, x))", "[\n            self.item(item0, item1) for item0, item1 in zip([x, y], (y, x))\n        ]"),
        ("map(item.of, [x, y], (y, x))", "[item.of(each0, each1) for each0, each1 in zip([x, y], (y, x))]"),
        ("map(torch.abs, (x, y))", None),
        ("map(  # why\n            lambda t: t * heads, (x, y))", None),
    ],
)
def test_what_maps_a_closure_becomes_a_comprehension_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, MAPPED.format(expression=before), Choice(recipes=True), target).new
        if target is GRAPH and after:
            assert f"        q, k = {after}\n" in new
            assert "(MA413)" not in new
        else:
            assert "q, k = map(" in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("zip(xs, ys, strict=True)", "zip_strict(xs, ys)"),
        ("zip(xs, ys, strict=False)", "zip(xs, ys)"),
        ("zip(torch.abs(xs), ys, strict=True,)", "zip_strict(mint.abs(xs), ys,)"),
        ("zip(xs, ys)", "zip(xs, ys)"),
    ],
)
def test_what_is_zipped_strictly_is_compared_by_a_recipe_in_graphs(before: str, after: str, tmp_path: Path) -> None:
    source = network(f"for x, y in {before}:\n    xs = xs + x * y\nreturn xs", "xs, ys")
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"        for x, y in {after}:\n" in new
    assert "(MA413)" not in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("all([size < limit for size in x.shape])", "all_of([size < limit for size in x.shape])"),
        ("any(torch.abs(part).sum() > limit for part in (x, y))", "any_of(mint.sum(mint.abs(part)) > limit for part in (x, y))"),
        ("sorted([size * limit for size in x.shape], reverse=True)", "sorted_of([size * limit for size in x.shape], reverse=True)"),
        ("sorted(x.shape, key=lambda size: size % limit)", "sorted_of(x.shape, key=lambda size: size % limit)"),
        ("all([size < 9 for size in x.shape])", "all_of([size < 9 for size in x.shape])"),
        ("list(reversed([torch.abs(x), y]))", "list(reversed_of([mint.abs(x), y]))"),
        ("max([x, y], key=lambda each: each.shape[-1])", "max_of([x, y], key=lambda each: each.shape[-1])"),
        ("min(x.shape, default=2), round(2.5)", "min_of(x.shape, default=2), round_of(2.5)"),
        ("list(filter(None, x.shape))", "list([item for item in x.shape if bool(item)])"),
        ("list(filter(None, x if y else ()))", "list([item for item in (x if y else ()) if bool(item)])"),
        ("max(x.shape)", "max(x.shape)"),
        ("limit() if callable(limit) or isfunction(y) else limit", "limit() if callable_of(limit) or isfunction_of(y) else limit"),
        ("functools.reduce(torch.add, [x, y])", "reduce_of(mint.add, [x, y])"),
        ("cast(nn.Module, limit[0])(x), cast(int, limit or 1) + 1", "limit[0](x), (limit or 1) + 1"),
        ("(x is None) ^ (y is not None)", "(x is None) != (y is not None)"),
        ("((x is None)^(y is None)) == bool(limit)", "((x is None)!=(y is None)) == bool(limit)"),
        ("bool(x) ^ bool(limit) == bool(y)", "(bool(x) != bool(limit)) == bool(y)"),
        ("limit ^ 3", "limit ^ 3"),
    ],
)
def test_what_graphs_leave_to_python_gets_its_items_from_the_graph(before: str, after: str | None, tmp_path: Path) -> None:
    imports = "import functools\nfrom inspect import isfunction\nfrom typing import cast\n\nimport torch\nfrom torch import nn\n"
    header = f"{imports}\n\nclass Net(nn.Module):\n    def forward(self, x, y, limit):\n"
    new = rewritten(tmp_path, f"{header}        return x, {before}\n", Choice(recipes=True), GRAPH).new
    assert f"        return x, {after or before}\n" in new
    assert ("(MA413)" in new) == (after is None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self, x, /, *, y=None", "self, x, *, y=None"),
        ("self, x: torch.Tensor = None, /", "self, x: Tensor = None"),
        ("self, x, y=(1, 2), /, z=3", "self, x, y=(1, 2), z=3"),
        ("self, x, /, **more", None),
        ("self, x,  # why\n        /, y", None),
    ],
)
def test_parameters_can_be_named_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    source = f"import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward({before}):\n        return torch.abs(x)\n"
    assert f"construct({after or before}):" in rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new


WRAPPED = """import functools
from functools import wraps

from torch import nn


def doubled(function):
    @{decorator}
    def wrapper(self, x):
        return function(self, x) * 2

    return wrapper


class Net(nn.Module):
    @doubled
    def forward(self, x):
        return x + 1
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("wraps(function)", "wrapper_of(function)"),
        ("functools.wraps(function)  # keeps its name", "wrapper_of(function)  # keeps its name"),
        ("wraps(function, updated=())", None),
    ],
)
def test_wrappers_take_the_place_of_what_they_wrap_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, WRAPPED.format(decorator=before), Choice(recipes=True), target).new
        assert f"    @{after if after and target is GRAPH else before}\n" in new
        assert ("(MA444)" in new) == (after is None and target is GRAPH)


SUPER = """from torch import nn


class Scaled(nn.Linear):
    def forward(self, x):
        return super().forward(x) * 2


class Shifted(Scaled):
    def forward(self, x):
        return super().forward(x) + 1


class Replaced(Shifted):
    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(Shifted(4, 4), Replaced(4, 4))

    def forward(self, x):
        return self.layers(x)
"""


def test_a_super_that_subclasses_run_names_its_class_in_graphs(tmp_path: Path) -> None:
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, SUPER, Choice(recipes=True), target).new
        assert ("        return super(Scaled, self).forward(x) * 2\n" in new) is (target is GRAPH)
        assert "        return super().forward(x) + 1\n" in new
        assert "        super().__init__()\n" in new
        assert "(MA434)" not in new


def test_a_compile_of_one_s_own_is_told_of_cells_alone(tmp_path: Path) -> None:
    methods = "    def compile(self):\n        pass\n\n    def forward(self, x):\n        return x\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n{methods}"
    for modules in (True, False):
        folder = tmp_path / str(modules)
        folder.mkdir()
        told = "(MA428)" in rewritten(folder, source, Choice(recipes=True, modules=modules), GRAPH).new
        assert told is not modules


def test_a_backward_of_one_s_own_is_told_of_in_graphs(tmp_path: Path) -> None:
    methods = "    def forward(ctx, x):\n        return x\n\n    def backward(ctx, g):\n        return g\n"
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        source = f"import torch\n\n\nclass F(torch.autograd.Function):\n{methods}"
        assert ("(MA608)" in rewritten(tmp_path / name, source, Choice(recipes=True), target).new) is (target is GRAPH)


def test_a_device_beside_sizes_is_read_by_a_recipe_in_graphs(tmp_path: Path) -> None:
    body = "        (n, d), device = x.abs().shape, x.abs().device\n        other = x.device\n        return x.view(d, n), device, other\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, source, Choice(recipes=True), target).new
        assert ("(n, d), device = mint.abs(x).shape, device_text(mint.abs(x))\n" in new) is (target is GRAPH)
        assert f"        other = {'device_text(x)' if target is GRAPH else 'device_of(x)'}\n" in new
        assert "(MA432)" not in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.ndim in {3, 4}", "x.ndim in (3, 4)"),
        ("x.ndim not in {3}", "x.ndim not in (3,)"),
        ("heads in {h * 2 for h in x.shape}", "heads in [h * 2 for h in x.shape]"),
        ("len({3, x.ndim}) == 1", None),
    ],
)
def test_a_set_that_is_asked_for_a_member_becomes_a_tuple_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    new = rewritten(tmp_path, MAPPED.format(expression=f"(y, x) if {before} else (x, y)"), Choice(recipes=True), GRAPH).new
    assert f"q, k = (y, x) if {after or before} else (x, y)\n" in new
    assert ("(MA408)" in new) is (after is None)


HALF_BOUND = """from torch import nn


class Net(nn.Module):
    def forward(self, x, near=None):
        count = x.shape[0]
        # why
        if count > 1:  # or not
            best, places = x.abs(), near
        if near is not None:
            if count > 2:
                inner = places
            x = x + inner if count > 2 else x
        return x + best
"""


def test_a_name_that_one_side_binds_is_bound_before_the_branch_in_graphs(tmp_path: Path) -> None:
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, HALF_BOUND, Choice(recipes=True), target).new
        before = "        best = None\n        places = None\n" if target is GRAPH else ""
        assert f"        # why\n{before}        if count > 1:  # or not\n" in new
        before = "            inner = None\n" if target is GRAPH else ""
        assert f"        if near is not None:\n{before}            if count > 2:\n" in new
        assert "(MA427)" not in new


def test_a_name_that_a_loop_binds_is_bound_before_it_in_graphs(tmp_path: Path) -> None:
    body = "        for place, layer in enumerate(self.layers):\n            y = layer(x)\n        return y * place\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, source, Choice(recipes=True), target).new
        before = "        place = None\n        y = None\n" if target is GRAPH else ""
        assert f"def construct(self, x):\n{before}        for place, layer in enumerate(self.layers):\n" in new
        assert "(MA427)" not in new


def test_a_name_that_both_sides_of_a_branch_bind_half_is_bound_on_each_side(tmp_path: Path) -> None:
    asked = "            if x.requires_grad:\n"
    side = f"{asked}                y = x * {{}}\n            x = x + 1\n{asked}                x = x * y\n"
    last = "        return y if x.requires_grad else x\n"
    other = side.format(2)
    for otherwise, read, before in (
        (other, "        return x\n", ""),
        (other, last, ""),
        ("            x = x + 1\n", last, "        y = None\n"),
    ):
        body = f"        if n > 2:\n{side.format(1)}        else:\n{otherwise}{read}"
        source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, n: int):\n{body}"
        new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
        assert new.count("            y = None\n            if ") == 1 + (otherwise == other)
        assert f"def construct(self, x, n: int):\n{before}        if n > 2:\n" in new
        assert "(MA427)" not in new


@pytest.mark.parametrize("read", ["y if self.deep else x", "x if not self.deep else y + 1", "self.deep and y"])
def test_a_name_of_a_configured_branch_is_bound_before_it_where_an_expression_reads_it(read: str, tmp_path: Path) -> None:
    branch = "        if self.deep:\n            y = x\n        x = x + 1\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{branch}        return {read}\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert "def construct(self, x):\n        y = None\n        if self.deep:\n" in new
    assert "(MA427)" not in new


@pytest.mark.parametrize("test", ["self.config.deep", "not self.config.deep", "self.sizes[0] > 1"])
def test_a_name_of_a_branch_on_what_an_attribute_holds_is_bound_before_it(test: str, tmp_path: Path) -> None:
    body = f"        if {test}:\n            y = x\n        x = x + 1\n        if {test}:\n            x = x + y\n        return x\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"def construct(self, x):\n        y = None\n        if {test}:\n" in new
    assert "(MA427)" not in new


@pytest.mark.parametrize(
    "tail",
    [
        "if self.deep:\n            x = y if self.wide else x\n        return x",
        "y = x\n        return y if self.deep else x",
        "if not self.deep:\n            y = x\n        return y if self.wide else x",
        "return x",
    ],
)
def test_what_a_configured_branch_binds_stays_where_the_graph_has_it(tail: str, tmp_path: Path) -> None:
    branch = "        if self.deep:\n            y = x\n        x = x + 1\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{branch}        {tail}\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert "y = None" not in new
    assert "(MA427)" not in new


def test_a_name_that_a_loop_carries_is_bound_before_it_in_graphs(tmp_path: Path) -> None:
    carried = "            z = x + n\n            y = z if n == 0 else y + z\n"
    bound = "            x = x + sum([k for k in [y]])\n            if n:\n                z = x\n            x = z\n"
    body = f"        for n in range(3):\n{carried}{bound}        k = [k for k in [x]]\n        return k\n"
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert "def construct(self, x):\n        y = None\n        for n in range(3):\n" in new
    assert "(MA427)" not in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x + 1\n        del y", "y = x + 1"),
        ("y = z = x + 1\n        del y, z  # why", "y = z = x + 1\n        # why"),
        ("if x.ndim:\n            del x", "if x.ndim:\n            pass"),
        (
            "y = x\n        if x.ndim:\n            del x\n            del y",
            "y = x\n        if x.ndim:\n            pass\n            pass",
        ),
        ("del self.cache[0]", None),
        ("y = x; del y", None),
    ],
)
def test_deletions_of_names_go_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        {before}\n        return 1\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"        {after or before.rpartition('        ')[2]}\n        return 1\n" in new
    assert ("(MA404)" in new) is (after is None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.to(next(self.parameters()).dtype)", "x.to(first_parameter(self).dtype)"),
        ("next(self.layer.parameters()).device", 'first_parameter(self, "layer").device'),
        ("next(x.parameters()).dtype", "first_parameter(x).dtype"),
        ("next(self.parameters()) * x", None),
    ],
)
def test_the_first_parameter_s_dtype_is_read_by_a_recipe_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    source = f"from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return {before}\n"
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, source, Choice(recipes=True), target).new
        eager = "device_of(next(self.layer.parameters()))" if before.endswith("device") else before
        assert f"        return {after if after and target is GRAPH else eager}\n" in new
        assert ("(MA4" in new) is (target is GRAPH and after is None)


def test_tensors_in_formats_become_numbers(tmp_path: Path) -> None:
    body = '    return f"{x.sum():.4f} {x.mean() / 2:>8} {x} {x.shape[0]:d} {x.sum().item():.1f}"\n'
    new = rewritten(tmp_path, f"import torch\n\n\ndef told(x: torch.Tensor):\n{body}", Choice(recipes=True), CPU).new
    assert '"{x.sum().item():.4f} {(x.mean() / 2).item():>8} {tensor_in_text(x)} {x.shape[0]:d} {x.sum().item():.1f}"' in new
    assert "(MA508)" not in new


LAST = "parts_last = parts[-1]\n        parts = parts[:-1]\n        "
POPPED = """import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        parts = [x, x + 1]
        {statement}
        return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = torch.cat((x, parts.pop()), dim=1)  # why", f"{LAST}x = mint.cat((x, parts_last), dim=1)  # why"),
        ("x += parts.pop()", f"{LAST}x += parts_last"),
        ("x = parts.pop()  # why", "x = parts[-1]\n        parts = parts[:-1]  # why"),
        ("parts.pop(0)", "parts = parts[1:]"),
        ("parts = parts.pop()", f"{LAST}parts = parts_last"),
        ("x = x if x.ndim else x + parts.pop()", None),
        ("x = parts.pop() - parts.pop()", None),
        ("x = x + parts.pop(0)", "parts_item = parts[0]\n        parts = parts[1:]\n        x = x + parts_item"),
        ("x = x + parts.pop(-1)", "parts_item = parts[-1]\n        parts = parts[:-1]\n        x = x + parts_item"),
        ("x = x + parts.pop(1)", None),
        ("x = parts.pop()\n        parts[0] = x", "x = parts[-1]\n        parts = parts[:-1]\n        parts[0] = x"),
    ],
)
def test_what_is_popped_gets_a_name_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    new = rewritten(tmp_path, POPPED.format(statement=before), Choice(recipes=True), GRAPH).new
    assert f"        {after or before}\n        return x\n" in new
    assert ("(MA416)" in new) is (after is None)


@pytest.mark.parametrize(
    "source",
    [HALF_BOUND, POPPED.format(statement="x += parts.pop()"), MAPPED.format(expression="map(lambda t: t * heads, (x, y))")],
)
def test_what_graphs_may_refuse_on_another_backend_is_mended_too(source: str, tmp_path: Path) -> None:
    written = []
    for name, target in (("cpu", GRAPH), ("ascend", Config(jobs=1, cache=False))):
        (tmp_path / name).mkdir()
        written.append(rewritten(tmp_path / name, source, Choice(recipes=True), target).new)
    assert written[0] == written[1]
    assert "(MA4" not in written[1]


SCOPED = """import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x, flag):
        {block}
        return x + y
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "with torch.no_grad():\n            y = x * 2\n            z = y.sum()",
            "with no_scope():\n            y = x * 2\n            z = mint.sum(y)\n        y = ops.stop_gradient(y)",
        ),
        (
            "with torch.set_grad_enabled(not self.fixed):\n            y = self.own(x)  # kept",
            "with no_scope():\n            y = self.own(x)  # kept\n        y = y if not self.fixed else ops.stop_gradient(y)",
        ),
        (
            "with torch.inference_mode():\n            return torch.abs(x)",
            "with no_scope():\n            return ops.stop_gradient(mint.abs(x))",
        ),
        ("with torch.no_grad():\n            if flag:\n                y = x", None),
        ("with torch.no_grad():\n            y = []\n            y.append(x)", None),
        ("with torch.no_grad():\n            y = x\n            y[0] = 1", None),
        ("with torch.set_grad_enabled(self.odd()):\n            y = x", None),
        ("with torch.enable_grad():\n            y = x", None),
    ],
)
def test_what_a_scope_without_gradients_binds_has_none_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SCOPED.format(block=before), Choice(recipes=True), GRAPH).new
    assert ("(MA402)" in new) == (after is None)
    assert after is None or f"        {after}\n" in new
    assert (", ops\n" in new) == (after is not None)


MODULES = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Tanh()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x) if {test} else x
        return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("type(layer) == nn.Tanh", "same_class(layer.__class__, nn.Tanh)"),
        ("nn.Tanh is not type(layer)", "not same_class(nn.Tanh, layer.__class__)"),
        ("type(layer) in (nn.Tanh, Net)", "class_among(layer.__class__, (nn.Tanh, Net))"),
        ("type(layer) is type(self)", "same_class(layer.__class__, self.__class__)"),
        ('type(layer or self).__name__ == "Tanh"', '(layer or self).__class__.__name__ == "Tanh"'),
        ("isinstance(layer, nn.ModuleList)", "is_module_list(layer)"),
        ("isinstance(layer, nn.ModuleDict)", "is_module_dict(layer)"),
        ("isinstance(layer, (nn.ModuleDict, nn.Tanh))", None),
        ("(type(layer)) == nn.Tanh", None),
        ("issubclass(type(layer), nn.Tanh)", None),
        ("isinstance(layer, nn.Tanh)", "isinstance(layer, nn.Tanh)"),
        ("type(x) is torch.Tensor", "isinstance(x, Tensor)"),
    ],
)
def test_the_class_of_a_module_is_asked_so_that_graphs_answer(before: str, after: str | None, tmp_path: Path) -> None:
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, MODULES.format(test=before), Choice(recipes=True, modules=True), target).new
        assert ("(MA4" in new) is (after is None and target is GRAPH)
        if target is GRAPH:
            assert f"            x = layer(x) if {after or before} else x\n" in new
        else:
            assert "__class__" not in new


AT_MARGIN = '''import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        """First.

 Second."""
#       x = x / 2
        text = """
value"""
        if x.ndim:
  # not that far
            x = (x +
1)
        return x + \\
1
'''


def test_lines_left_of_their_function_are_indented_for_graphs(tmp_path: Path) -> None:
    new = rewritten(tmp_path, AT_MARGIN, Choice(recipes=True), GRAPH).new
    body = new.partition("    def construct(self, x):\n")[2].splitlines()
    assert [line for line in body if line.strip() and not line.startswith("    ")] == ['value"""']
    assert "        #       x = x / 2\n" in new
    assert new.count("(MA446)") == 1
    pynative = rewritten(tmp_path, AT_MARGIN, Choice(recipes=True), CPU).new
    assert "\n#       x = x / 2\n" in pynative


OWN_NAME = """import torch
from torch import nn
from elsewhere import doubled


def scaled(x, factor):
    return scaled(x, factor / 2) if factor > 4 else x * factor


class Net(nn.Module):
    def scaled(self, x):
        return scaled(x, 2.0) + scaled(x, 3.0)

    def doubled(self, x):
        return doubled(x)

    def later(self, x):
        return later(x)

    def forward(self, x):
        return self.later(self.doubled(self.scaled(x)))


def later(x):
    return x
"""


def test_a_function_that_a_method_of_its_name_calls_gets_a_second_name(tmp_path: Path) -> None:
    new = rewritten(tmp_path, OWN_NAME, Choice(recipes=True), GRAPH).new
    assert "\n\nscaled_function = scaled\n\n\ndoubled_function = doubled\n\n\nclass Net" in new
    assert "return scaled_function(x, 2.0) + scaled_function(x, 3.0)\n" in new
    assert "return doubled_function(x)\n" in new
    assert "return scaled(x, factor / 2) if factor > 4 else x * factor\n" in new
    assert new.count("(MA448)") == 1
    assert "        return later(x)\n" in new
