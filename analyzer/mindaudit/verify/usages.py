"""The usages in a generated torch call. Its names are written out, so that the syntax alone says what they are."""

from __future__ import annotations

import ast
from dataclasses import replace

from mindaudit.classify.conditions import TorchName, value_of
from mindaudit.model import ANY, Argument, Context, Span, Usage, UsageKind, Value
from mindaudit.sources.syntax import parse_expression, parse_statements
from mindaudit.verify.calls import Call

_MAKERS = ("torch.distributions.", "torch.nn.", "torch.optim.", "torch.utils.data.", "torch.finfo", "torch.iinfo", "torch.Size")
"""How the names of classes begin whose objects are no tensors."""
_ITSELF = frozenset({"train", "eval"})
"""Methods that give their object."""


def usages_of(call: Call, context: Context = "unknown") -> list[Usage]:
    """Every usage in what is tried of the call's text, innermost first; none if that is more than one usage, as `x.max(1)[0]` is.

    What substitutions are compared by is the value of the whole text. The context is that of the code: what is compiled is a network.
    """
    finder = _Finder(call)
    finder.visit(_parsed(call.text))
    start, end = call.span
    inside = [usage for usage in finder.usages if start <= usage.span[0] and usage.span[1] <= end]
    return [replace(usage, context=context) for usage in inside] if inside and inside[-1].span == call.span else []


def _parsed(text: str) -> ast.expr:
    """The expression that a text is, or the decorator."""
    if not text.startswith("@"):
        return parse_expression(text)
    (function,) = parse_statements(f"{text}\ndef decorated(): ...").body
    assert isinstance(function, ast.FunctionDef)
    return function.decorator_list[0]


def _owner(receiver: ast.expr) -> str:
    """The class that an object is made of where it is made; a tensor's where nothing else is known."""
    if not isinstance(receiver, ast.Call):
        return "torch.Tensor"
    if isinstance(receiver.func, ast.Attribute) and receiver.func.attr in _ITSELF:
        return _owner(receiver.func.value)
    maker = _torch_name(receiver.func)
    last = maker.rpartition(".")[2]
    if not maker.startswith(_MAKERS) or last == "Parameter" or not (last[:1].isupper() or last.endswith("info")):
        return "torch.Tensor"
    return "torch.optim.Optimizer" if maker.startswith("torch.optim.") else maker


class _Finder(ast.NodeVisitor):
    def __init__(self, call: Call) -> None:
        self.call = call
        self.usages: list[Usage] = []

    def visit_Call(self, node: ast.Call) -> None:
        """A torch function by its dotted name, or a method of anything else."""
        name = _torch_name(node.func)
        receiver = node.func.value if not name and isinstance(node.func, ast.Attribute) else None
        called = node.func if isinstance(node.func, ast.Call) else receiver
        for child in [*([called] if called else []), *node.args, *(keyword.value for keyword in node.keywords)]:
            self.visit(child)
        if isinstance(node.func, ast.Attribute):
            arguments = [self._argument(value) for value in node.args]
            arguments += [self._argument(keyword.value, keyword.arg) for keyword in node.keywords]
            whole = _span(node) == self.call.span
            self.usages.append(
                Usage(
                    _span(node),
                    "call",
                    name or f"{_owner(node.func.value)}.{node.func.attr}",
                    "certain",
                    callee=_span(node.func),
                    receiver=self._argument(receiver) if receiver else None,
                    arguments=tuple(arguments),
                    statement=whole and self.call.statement,
                    result_named=whole and self.call.unpacked and self.call.subject is None,
                )
            )

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A torch constant, or an attribute of a layer or a tensor."""
        name = _torch_name(node)
        if name:
            self.usages.append(Usage(_span(node), self._kind_of_name(_span(node)), name, "certain"))
            return
        self.visit(node.value)
        name = f"{_owner(node.value)}.{node.attr}"
        self.usages.append(Usage(_span(node), "attribute", name, "certain", receiver=self._argument(node.value)))

    def _kind_of_name(self, span: Span) -> UsageKind:
        """What is tried is a decorator or a constant; a name inside of it is passed on."""
        if span != self.call.span:
            return "reference"
        return "decorator" if self.call.text.startswith("@") else "attribute"

    def _argument(self, node: ast.expr, keyword: str | None = None) -> Argument:
        if isinstance(node, ast.Starred):
            return Argument(_span(node.value), keyword, "*", self._value(node.value))
        return Argument(_span(node), keyword, "", self._value(node))

    def _value(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Name) and node.id in self.call.inputs:
            array = self.call.inputs[node.id]
            dtype = self.call.half if self.call.half and array.dtype == "float32" else str(array.dtype)
            return Value(frozenset({"tensor"}), rank=array.ndim, dtype=dtype)
        if isinstance(node, (ast.Tuple, ast.List)):
            return _sequence("tuple" if isinstance(node, ast.Tuple) else "list", tuple(map(self._value, node.elts)))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("np."):
            return Value(frozenset({"numpy"}))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
            return Value(frozenset({"range"}))
        if isinstance(node, ast.Attribute) and node.attr == "shape":
            return Value(frozenset({"size"}))
        if name := _torch_name(node):
            return Value(frozenset({"class"})) if name.rpartition(".")[2][:1].isupper() else value_of(TorchName(name))
        try:
            return value_of(ast.literal_eval(node))
        except ValueError:
            return Value(frozenset({"tensor"})) if isinstance(node, ast.Call) and _torch_name(node.func) else ANY


def _sequence(kind: str, items: tuple[Value, ...]) -> Value:
    constant = all(item.constant for item in items)
    literal = tuple(item.literal for item in items) if constant else None
    return Value(frozenset({kind}), constant, list(literal) if literal is not None and kind == "list" else literal, items)


def _span(node: ast.expr) -> Span:
    return node.col_offset, node.end_col_offset or 0


def _torch_name(node: ast.expr) -> str:
    name = ast.unparse(node) if isinstance(node, (ast.Attribute, ast.Name)) else ""
    return name if name.startswith("torch.") and "(" not in name else ""
