"""The syntax around a usage: whether a name is called, tested, or passed on."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from mindaudit.model import Span, Usage
from mindaudit.rewrite.text.marks import unmark
from mindaudit.rewrite.text.trees import Offsets, nodes, parsed
from mindaudit.sources.syntax import or_none, parse_enclosed, parse_expression
from mindaudit_data import counterparts

Node = TypeVar("Node", bound=ast.expr | ast.stmt)
TESTS = ("isinstance", "issubclass")
"""The functions that ask what an object is made of."""
_OWN = ("self", "cls")
_FIRST = re.compile(r"\w+")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_NAMED = ("call", "reference", "attribute", "base", "decorator")


class Places(Offsets):
    """The places of one file."""

    def __init__(
        self,
        text: str,
        own: Collection[str] = (),
        is_eager: Callable[[int], bool] | None = None,
        others: Callable[[str], Iterable[Places]] | None = None,
    ) -> None:
        super().__init__(text)
        self.others = others or (lambda name: ())
        """The places of the project's other files in which something of this name is called."""
        self.is_eager = is_eager or (lambda place: True)
        """Whether what stands at a place runs outside of graphs: a tensor can be changed for all that hold it."""
        self.tree = tree = parsed(text)
        self.bound = dict(_bound(tree, own))
        """The names that imports bind to something of torch, or of a library that needs torch and is not the project's `own`."""
        self.torch_names = {name: full for name, full in self.bound.items() if full.partition(".")[0] == "torch"}
        imports = (node for node in nodes(tree) if isinstance(node, ast.Import | ast.ImportFrom))
        self._imported = {alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names}
        self._tested = {self.span(part) for node in nodes(tree) for part in _tested(node)}
        self._typed = {self.span(part) for node in nodes(tree) for part in _compared(node, typed=True)}
        self._compared = {self.span(part) for node in nodes(tree) for part in _compared(node)}

    @cached_property
    def bodies(self) -> tuple[Span, ...]:
        """The bodies of functions."""
        found = (node for node in nodes(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
        return tuple((self.span(node.body[0])[0], self.span(node)[1]) for node in found)

    @cached_property
    def iterated(self) -> tuple[Span, ...]:
        """What comprehensions iterate over."""
        return tuple(self.span(node.iter) for node in nodes(self.tree) if isinstance(node, ast.comprehension))

    def around(self, place: int, *kinds: type[Node]) -> list[Node]:
        """The nodes of these kinds that a place is in, the outermost first."""
        found = (node for node in nodes(self.tree) if isinstance(node, kinds))
        return [node for node in found if self.span(node)[0] <= place < self.span(node)[1]]

    def tested(self, usage: Usage) -> bool:
        """Whether a class is named to ask what an object is made of: `isinstance(x, C)`."""
        return self.is_tested(usage.span)

    def is_tested(self, span: Span) -> bool:
        """The same of what stands at a place."""
        return span in self._tested

    def compared(self, usage: Usage) -> bool:
        """Whether a class is compared with another, or looked up by."""
        return usage.span in self._compared

    def typed(self, usage: Usage) -> bool:
        """Whether a class is compared with an object's: `type(x) is C`."""
        return usage.span in self._typed

    def direct(self, usage: Usage) -> bool:
        """Whether a call or reference names torch's API in its own words, and not a variable that may come to hold another.

        A partial object is rewritten where it is made.
        """
        if usage.held:
            return False
        if usage.receiver is not None or usage.kind not in _NAMED:
            return True
        callee = or_none(parse_enclosed, self.text[slice(*(usage.callee or usage.span))])
        if callee is None:
            return False
        root, last = _ends(callee)
        if root in self.torch_names:
            return True
        sure = usage.certainty == "certain" and not usage.alternatives
        return sure and root not in _OWN and unmark(last) == usage.torch_name.rpartition(".")[2]

    def begins_with_import(self, span: Span) -> bool:
        """Whether what stands at a place begins with a name that an import binds."""
        root = _FIRST.match(self.text[slice(*span)])
        return root is not None and root[0] in self._imported

    def full_name(self, node: ast.expr) -> str:
        """What a dotted name stands for if it begins with a name of torch's, or of a library that needs torch, else ""."""
        return self.meant(ast.unparse(node)) if isinstance(node, ast.Attribute | ast.Name) else ""

    def meant(self, dotted: str) -> str:
        """The same of the text of a dotted name."""
        first, dot, rest = dotted.partition(".")
        return f"{self.bound[first]}{dot}{rest}" if first in self.bound else ""


def is_name(text: str) -> bool:
    """Whether an expression is a name, dotted or not, so that evaluating it twice changes nothing."""
    return _NAME.fullmatch(text) is not None


def _bound(tree: ast.Module, own: Collection[str]) -> Iterator[tuple[str, str]]:
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            names = [alias for alias in node.names if _needs_torch(alias.name, own)]
            yield from ((alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2 for alias in names)
        elif isinstance(node, ast.ImportFrom) and not node.level and _needs_torch(node.module or "", own):
            yield from ((alias.asname or alias.name, unmark(f"{node.module}.{alias.name}")) for alias in node.names)


def _needs_torch(module: str, own: Collection[str]) -> bool:
    return unmark(module).partition(".")[0] not in own and counterparts.module_for(unmark(module)) is not None


def _ends(node: ast.expr) -> tuple[str, str]:
    """The first and the last name of `a.b.c` and of `getattr(a.b, "c")`; "" for what is neither."""
    last = ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr" and len(node.args) >= 2:
        last = node.args[1].value if isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str) else ""
        if not last:
            return "", ""
        node = node.args[0]
    while isinstance(node, ast.Attribute):
        last, node = last or node.attr, node.value
    return (node.id, last or node.id) if isinstance(node, ast.Name) else ("", "")


def is_own(node: ast.expr) -> bool:
    """Whether an expression is the object or class that a method belongs to."""
    return isinstance(node, ast.Name) and node.id in _OWN


def is_bare_tuple(node: ast.expr, places: Places) -> bool:
    """Whether an expression is a tuple without parentheses, which needs some inside of a call."""
    if not isinstance(node, ast.Tuple):
        return False
    match parse_expression(f"call({places.text[slice(*places.span(node))]}\n)"):
        case ast.Call(args=[ast.Tuple()]):
            return False
    return True


def _tested(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TESTS and len(node.args) == 2:
        yield from _alternatives(node.args[1])


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Tuple):
        for part in node.elts:
            yield from _alternatives(part)
    elif isinstance(node, ast.BinOp):
        yield from _alternatives(node.left)
        yield from _alternatives(node.right)
    else:
        yield node


def _compared(node: ast.AST, typed: bool = False) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and (not typed or _asks_type(node.left)):
        for part in (node.left, *node.comparators):
            yield part
            yield from part.elts if isinstance(part, ast.Tuple | ast.List | ast.Set) else ()
    elif isinstance(node, ast.Dict) and not typed:
        yield from (key for key in node.keys if key)


def _asks_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"
