"""A small table in memory, and usages made from source text whose torch names are written out."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mindaudit.classify import classify
from mindaudit.classify.bind import parse_overload
from mindaudit.model import Argument, Finding, Target, Usage, Value

CPU = Target(backend="cpu")


@dataclass(frozen=True)
class Row:
    torch_name: str
    template: str = ""
    verdict: str = "supported"
    overload: str = ""
    when: str = ""
    adapt: str = ""
    note: str = ""
    preference: int = 10
    since: str = ""
    until: str = ""
    modes: str = ""
    backends: str = ""
    id: str = ""


@dataclass(frozen=True)
class CatalogEntry:
    name: str
    kind: str = "both"
    default: str = ""
    returns: str = "tensor"
    bases: tuple[str, ...] = ()
    since: str = ""
    until: str = ""


@dataclass(frozen=True)
class Executed:
    state: str
    samples: int = 10
    matched: int = 10
    detail: str = ""
    version: str = "2.10"
    mode: str = "pynative"
    backend: str = "cpu"
    gradients: int = 0


@dataclass(frozen=True)
class Used:
    project: str
    calls: int
    keywords: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Drop:
    parameter: str
    when: str = ""
    reason: str = ""
    difference: str = ""


@dataclass(eq=False)
class SmallTable:
    rows: Sequence[Row] = ()
    torch: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Name -> parameter lists."""
    mindspore: Mapping[str, str] = field(default_factory=dict)
    """Name -> parameter list; empty: every name exists, with unknown parameters."""
    backends: Mapping[str, str] = field(default_factory=dict)
    executed: Mapping[str, Sequence[Executed]] = field(default_factory=dict)
    drops: Sequence[Drop] = ()
    recipes: Sequence[str] = ()
    removed: Mapping[str, str] = field(default_factory=dict)
    """torch name -> the version that removed it."""
    returns: Mapping[str, str] = field(default_factory=dict)
    tests: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    """By name, backend and mode."""
    parts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The APIs of a recipe."""
    uses: Mapping[tuple[str, str], Sequence[Used]] = field(default_factory=dict)
    """By name and backend."""
    halves: Mapping[str, Sequence[Executed]] = field(default_factory=dict)
    kernels: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The dtypes of an API on a backend."""

    def mappings(self, torch_name: str) -> list[Row]:
        numbered = [replace(row, id=row.id or f"{row.torch_name}#{i}") for i, row in enumerate(self.rows)]
        return sorted((row for row in numbered if row.torch_name == torch_name), key=lambda row: row.preference)

    def torch_api(self, name: str) -> CatalogEntry | None:
        if name not in self.torch:
            return None
        kind = "class" if name.rpartition(".")[2][0].isupper() else "function"
        return CatalogEntry(name, kind, "", self.returns.get(name, "tensor"), until=self.removed.get(name, ""))

    def torch_overloads(self, name: str) -> list[list[CatalogEntry]]:
        return [self._parameters(text) for text in self.torch.get(name, ())]

    def _parameters(self, text: str) -> list[CatalogEntry]:
        return [CatalogEntry(p.name, p.kind, p.default or "") for p in parse_overload(text)]

    def mindspore_backends(self, name: str, version: str) -> frozenset[str] | None:
        if self.mindspore and name not in self.mindspore:
            return None
        return frozenset(self.backends.get(name, "").split())

    def mindspore_parameters(self, name: str, version: str) -> list[CatalogEntry] | None:
        return self._parameters(self.mindspore[name]) if name in self.mindspore else None

    def evidence(self, mapping: str) -> Sequence[Executed]:
        return self.executed.get(mapping, ())

    def half_precision(self, mapping: str) -> Sequence[Executed]:
        return self.halves.get(mapping, ())

    def kernel_dtypes(self, name: str, backend: str) -> frozenset[str]:
        return frozenset(self.kernels.get((name, backend), "").split())

    def tested(self, name: str, backend: str, mode: str) -> int:
        return self.tests.get((name, backend, mode), 0)

    def used(self, name: str, backend: str) -> Sequence[Used]:
        return self.uses.get((name, backend), ())

    def recipe_apis(self, name: str) -> Sequence[str]:
        return self.parts.get(name, ())

    def drop_rules(self, parameter: str) -> list[Drop]:
        return [rule for rule in self.drops if rule.parameter == parameter]

    def is_recipe(self, name: str) -> bool:
        return name in self.recipes


def value_of(node: ast.expr, known: Mapping[str, Value]) -> Value:
    """Literals, the values of known names, and tensors for names that begin with x."""
    if isinstance(node, ast.Name):
        return known.get(node.id, Value(frozenset({"tensor"})) if node.id.startswith("x") else Value())
    if isinstance(node, (ast.Tuple, ast.List)):
        items = tuple(value_of(item, known) for item in node.elts)
        constant = all(item.constant for item in items)
        kind = "tuple" if isinstance(node, ast.Tuple) else "list"
        return Value(frozenset({kind}), constant, tuple(i.literal for i in items) if constant else None, items)
    try:
        literal = ast.literal_eval(node)
    except ValueError:
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("torch."):
            return Value(frozenset({"dtype"}), True, ast.unparse(node))
        return Value(frozenset({"tensor"})) if isinstance(node, (ast.Call, ast.BinOp)) else Value()
    return Value(frozenset({"None" if literal is None else type(literal).__name__}), True, literal)


class Finder(ast.NodeVisitor):
    """torch.… calls and names, and method calls on anything else as torch.Tensor.…"""

    def __init__(self, text: str, known: Mapping[str, Value]) -> None:
        self.text, self.known, self.usages = text, known, list[Usage]()
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.expr | ast.keyword) -> tuple[int, int]:
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def argument(self, node: ast.expr, keyword: str | None = None, star: str = "") -> Argument:
        if isinstance(node, ast.Starred):
            return Argument(self.span(node.value), None, "*", Value())
        return Argument(self.span(node), keyword, star, value_of(node, self.known))

    def visit_Expr(self, node: ast.Expr) -> None:
        self.visit(node.value)
        if self.usages and self.usages[-1].span == self.span(node.value):
            self.usages[-1] = replace(self.usages[-1], statement=True)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._whole(node.value, "assigned")

    def visit_Return(self, node: ast.Return) -> None:
        self._whole(node.value, "returned")

    def _whole(self, value: ast.expr, whole: str) -> None:
        self.visit(value)
        if self.usages and self.usages[-1].span == self.span(value):
            self.usages[-1] = replace(self.usages[-1], whole=whole)

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func)
        method = isinstance(node.func, ast.Attribute) and ("(" in name or not name.startswith("torch."))
        for child in [*([node.func.value] if method else []), *node.args, *(k.value for k in node.keywords)]:
            self.visit(child)
        if not isinstance(node.func, ast.Attribute):
            return
        arguments = [self.argument(a) for a in node.args]
        arguments += [self.argument(k.value, k.arg, "" if k.arg else "**") for k in node.keywords]
        name = f"torch.Tensor.{node.func.attr}" if method else name
        receiver = self.argument(node.func.value) if method else None
        self.usages.append(
            Usage(self.span(node), "call", name, "certain", callee=self.span(node.func), receiver=receiver, arguments=tuple(arguments))
        )

    def visit_Attribute(self, node: ast.Attribute) -> None:
        name = ast.unparse(node)
        if name.startswith("torch.") and "(" not in name:
            self.usages.append(Usage(self.span(node), "reference", name, "certain"))
        else:
            self.visit(node.value)
            self.usages.append(
                Usage(self.span(node), "attribute", f"torch.Tensor.{node.attr}", "certain", receiver=self.argument(node.value))
            )


def usages_of(text: str, **known: Value) -> list[Usage]:
    """The torch usages of a text, by the names alone."""
    finder = Finder(text, known)
    finder.visit(ast.parse(text))
    return finder.usages


def judge(text: str, table: SmallTable, target: Target = CPU, shadowed: frozenset[str] = frozenset(), **known: Value) -> Finding:
    """The finding of the text's outermost usage."""
    findings = classify(usages_of(text, **known), text, target, table, shadowed)
    return max(findings, key=lambda finding: finding.usage.span[1] - finding.usage.span[0])


TABLE = SmallTable(
    rows=[
        Row("torch.abs", "mint.abs({*})"),
        Row("torch.relu", "mint.nn.functional.relu({input})"),
        Row("torch.sum", "mint.sum({input}, {dim?}, {keepdim?}, dtype={dtype?})"),
        Row("torch.Tensor.view", "{self}.view({*size})", overload="*size"),
        Row("torch.Tensor.permute", "mint.permute({self}, {dims})", overload="*dims"),
        Row("torch.max", "mint.max({input})", overload="input"),
        Row("torch.max", "mint.max({input}, {dim}, {keepdim?})", "equivalent", "input, dim: int, keepdim", "named(result)"),
        Row("torch.max", "mint.maximum({input}, {other})", "equivalent", "input, other: tensor"),
        Row("torch.clamp", "mint.clamp({input}, {min?}, {max?})"),
        Row("torch.add", "mint.add({input}, {other}, alpha={alpha?})"),
        Row("torch.zeros", "mint.zeros({size}, dtype={dtype?})", overload="*size, out=None, dtype=None, device=None, requires_grad=False"),
        Row("torch.meshgrid", "mint.meshgrid({*tensors}, indexing={indexing})", overload="*tensors, indexing=None"),
        Row("torch.chain_matmul", "mint.abs(({*matrices},))", overload="*matrices"),
        Row("torch.float32", "mindspore.float32"),
        Row("torch.Tensor.T", "{self}.T"),
        Row("torch.Tensor.float", "{self}.astype(mindspore.float32)", overload="self"),
        Row("torch.Tensor.to", "{self}.astype({dtype})", overload="dtype: dtype", preference=1),
        Row("torch.Tensor.to", "{self}", "equivalent", "device: device|str", preference=2),
        Row("torch.nn.Conv2d", 'nn.Conv2d({*}, pad_mode="pad", has_bias={bias!})', "equivalent", adapt="padding_mode->padding_mode"),
        Row("torch.nn.BatchNorm2d", "nn.BatchNorm2d({num_features}, momentum={1 - momentum!})", "equivalent", when="momentum!=None"),
        Row("torch.nn.Module", "nn.Cell"),
        Row("torch.addmm", "", "custom-op", note="Searched mint, ops and Tensor."),
        Row("torch.roll", "mint.roll({input}, {shifts[0]}, {dims[1]})", "equivalent"),
        Row("torch.special.entr", "entropy({input})", "composable"),
        Row("torch.flatten", "mint.flatten({*})"),
        Row("torch.std", "mint.std({*})", backends="ascend"),
    ],
    torch={
        "torch.abs": ["input, *, out=None"],
        "torch.relu": ["input"],
        "torch.sum": ["input, *, dtype=None", "input, dim, keepdim=False, *, dtype=None"],
        "torch.max": ["input", "input, dim, keepdim=False", "input, other"],
        "torch.clamp": ["input, min=None, max=None"],
        "torch.add": ["input, other, *, alpha=1, out=None"],
        "torch.nn.Conv2d": ["in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, bias=True, padding_mode='zeros'"],
        "torch.nn.BatchNorm2d": ["num_features, eps=1e-05, momentum=0.1"],
        "torch.addmm": ["input, mat1, mat2"],
        "torch.roll": ["input, shifts, dims=None"],
        "torch.special.entr": ["input"],
        "torch.flatten": ["input, start_dim=0, end_dim=-1"],
        "torch.std": ["input, dim=None"],
        "torch.lonely": ["input"],
    },
    drops=[
        Drop("device", reason="the target decides where tensors live"),
        Drop("requires_grad", "requires_grad=False", "it is the default"),
    ],
    recipes=["entropy"],
)
