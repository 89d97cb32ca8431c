"""The usages in a generated torch call. Its names are written out, so that the syntax alone says what they are."""

from __future__ import annotations

import ast

from mindaudit.classify.conditions import TorchName, value_of
from mindaudit.model import ANY, Argument, Span, Usage, Value
from mindaudit.verify.calls import Call

_DISTRIBUTIONS = "torch.distributions."


def usages_of(call: Call) -> list[Usage]:
    """Every usage in the call's text, innermost first; none if the text is more than one usage, as `x.max(1)[0]` is.

    What substitutions are compared by is the value of the whole text.
    """
    finder = _Finder(call)
    finder.visit(ast.parse(call.text, mode="eval").body)
    return finder.usages if finder.usages and finder.usages[-1].span == (0, len(call.text)) else []


def _owner(receiver: ast.expr, *makers: str) -> str:
    """The class that an object is made of where it is made, if that begins as one of these names; else a tensor's."""
    maker = _torch_name(receiver.func) if isinstance(receiver, ast.Call) else ""
    return maker if maker.startswith(makers) else "torch.Tensor"


class _Finder(ast.NodeVisitor):
    def __init__(self, call: Call) -> None:
        self.call = call
        self.usages: list[Usage] = []

    def visit_Call(self, node: ast.Call) -> None:
        """A torch function by its dotted name, or a method of anything else."""
        name = _torch_name(node.func)
        receiver = node.func.value if not name and isinstance(node.func, ast.Attribute) else None
        for child in [*([receiver] if receiver else []), *node.args, *(keyword.value for keyword in node.keywords)]:
            self.visit(child)
        if isinstance(node.func, ast.Attribute):
            arguments = [self._argument(value) for value in node.args]
            arguments += [self._argument(keyword.value, keyword.arg) for keyword in node.keywords]
            whole = _span(node) == (0, len(self.call.text))
            self.usages.append(
                Usage(
                    _span(node),
                    "call",
                    name or f"{_owner(node.func.value, _DISTRIBUTIONS)}.{node.func.attr}",
                    "certain",
                    callee=_span(node.func),
                    receiver=self._argument(receiver) if receiver else None,
                    arguments=tuple(arguments),
                    statement=whole and self.call.statement,
                    result_named=whole and self.call.unpacked,
                )
            )

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A torch constant, or an attribute of a layer or a tensor."""
        name = _torch_name(node)
        if name:
            self.usages.append(Usage(_span(node), "reference", name, "certain"))
            return
        self.visit(node.value)
        owner = _owner(node.value, _DISTRIBUTIONS, "torch.nn.", "torch.finfo", "torch.iinfo")
        self.usages.append(Usage(_span(node), "attribute", f"{owner}.{node.attr}", "certain", receiver=self._argument(node.value)))

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
