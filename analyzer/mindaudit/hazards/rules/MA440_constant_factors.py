"""Products with two constant tensors, which the graph compiler multiplies first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.reading import NUMBERS
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_OF_VALUES: Final = frozenset({"torch.tensor", "torch.as_tensor"})
_MAKING: Final = _OF_VALUES | {"torch.ones", "torch.zeros"}
"""What they make of constants the compiler computes itself; other tensors are made when the graph runs."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a product of three or more factors in a network, of which two are tensors that it makes of constants.

    Where all of those are one number each, the product is right.
    """
    products = {site.expression: site for site in view.reads("binary") if view.in_graph(site.function)}
    inner = {index for product in products for index in _operands(view, product)}
    for index, site in products.items():
        factors = _factors(view, index) if index not in inner else []
        constants = [factor for factor in factors if _is_made(view, factor)]
        if len(factors) > 2 and len(constants) > 1 and not all(_is_number(view, constant) for constant in constants):
            yield view.hit(site, v.POSSIBLE, None)


def _operands(view: FileView, index: int) -> tuple[int, ...]:
    """The two operands of a product."""
    e = view.unnarrowed(index)
    return (e.left, e.right) if isinstance(e, ex.Binary) and e.operator == "Multiply" else ()


def _factors(view: FileView, index: int) -> list[int]:
    """The factors of a product of products; of anything else itself."""
    operands = _operands(view, index)
    return [factor for operand in operands for factor in _factors(view, operand)] if operands else [index]


def _is_made(view: FileView, index: int) -> bool:
    """Whether a tensor is made of constants alone, so that the compiler knows it."""
    if view.tensor(index) is None:
        return False
    match view.unnarrowed(index):
        case ex.Call(callee, arguments):
            method = view.unnarrowed(callee)
            known = _calls(view, callee, _MAKING) or (isinstance(method, ex.Attribute) and _is_made(view, method.base))
            return known and all(view.tensor(argument.expression) is None for argument in arguments)
        case ex.Binary(_, left, right):
            return all(_is_made(view, side) or view.tensor(side) is None for side in (left, right))
        case ex.Subscript(base, key):
            return _is_made(view, base) and view.tensor(key) is None
        case ex.Attribute(base):
            return _is_made(view, base)
        case ex.Unary(_, operand):
            return _is_made(view, operand)
    return False


def _is_number(view: FileView, index: int) -> bool:
    """Whether a constant tensor holds one number, without a dimension."""
    match view.unnarrowed(index):
        case ex.Call(callee, (made, *_)) if _calls(view, callee, _OF_VALUES):
            return any(v.type_name(atom) in NUMBERS for atom in view.value(made.expression).atoms)
    return False


def _calls(view: FileView, callee: int, names: frozenset[str]) -> bool:
    """Whether a callee can be a torch function of one of these names."""
    return any(isinstance(atom, at.Torch) and atom.name in names for atom in view.value(callee).atoms)
