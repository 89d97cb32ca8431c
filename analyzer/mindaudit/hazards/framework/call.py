"""A call as rules see it: its arguments are read by the names of torch's parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from mindaudit.facts.records import CallSite
from mindaudit.model import Span
from mindaudit.resolve.values.torch_catalog import Torch
from mindaudit_data.catalog import ApiParameter

SELF = "input"
"""The name for the tensor of a tensor method, as of the first parameter of the function that does the same."""
_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}
"""torch takes them, too."""


class Operand(NamedTuple):
    """An argument of a call; of a tensor method the receiver is the first one, so that both spellings count alike."""

    expression: int
    span: Span
    keyword: str | None = None


class _Bound(NamedTuple):
    """An operand, and the name of the parameter that gets it."""

    parameter: str
    operand: Operand


@dataclass(frozen=True)
class Call:
    """A call with what is known of its callee: torch names, `builtins.int`, `numpy.array`, `dict.pop`."""

    site: CallSite
    names: frozenset[str]
    level: int
    torch: Torch = field(repr=False)
    receiver: Operand | None = None
    """The tensor on which a method is called."""

    @property
    def span(self) -> Span:
        """From the callee to the closing parenthesis."""
        return self.site.start, self.site.end

    @cached_property
    def operands(self) -> tuple[Operand, ...]:
        """The arguments that are written out, behind the receiver."""
        given = tuple(Operand(a.expression, (a.start, a.end), a.keyword) for a in self.site.arguments if not a.star)
        return (self.receiver, *given) if self.receiver else given

    @property
    def starred(self) -> bool:
        """Whether `*` or `**` hides arguments."""
        return any(a.star for a in self.site.arguments)

    def argument(self, *parameters: str) -> Operand | None:
        """The operand that a torch API gets for a parameter of one of these names; None where it is not written out."""
        return next(iter(self.arguments(*parameters)), None)

    def arguments(self, *parameters: str) -> tuple[Operand, ...]:
        """The operands that a torch API gets for parameters of these names, in source order.

        Of several signatures the first counts that fits the call and gives one of these parameters a value.
        """
        for binding in self._bindings:
            found = tuple(operand for parameter, operand in binding if parameter in parameters)
            if found:
                return found
        return ()

    def operand(self, position: int, keyword: str = "") -> Operand | None:
        """The operand of another library's function that stands at a position or under a keyword."""
        named = next((operand for operand in self.operands if operand.keyword == keyword), None)
        plain = [operand for operand in self.operands if operand.keyword is None]
        return named or (plain[position] if position < len(plain) else None)

    @cached_property
    def _bindings(self) -> tuple[tuple[_Bound, ...], ...]:
        """What each signature binds that fits the call; of all signatures where none fits."""
        signatures = list(self._signatures())
        fitting = [signature for signature in signatures if self._fits(signature)]
        return tuple(tuple(self._bound(signature)) for signature in fitting or signatures)

    def _signatures(self) -> Iterator[_Signature]:
        for name in sorted(self.names):
            for parameters in (self.torch.parameters(name) or [()]) if name.startswith("torch.") else ():
                yield _Signature.of(parameters, name.startswith("torch.Tensor."))

    def _fits(self, signature: _Signature) -> bool:
        """Whether a signature has a parameter for every operand, and an operand for every parameter that needs one."""
        plain = [operand for operand in self.operands if operand.keyword is None]
        keywords = {_parameter_named(operand.keyword) for operand in self.operands if operand.keyword}
        given = {*signature.ordered[: len(plain)], *keywords}
        has_room = signature.rest or len(plain) <= len(signature.ordered)
        return bool(has_room) and keywords <= signature.names and (self.starred or signature.required <= given)

    def _bound(self, signature: _Signature) -> Iterator[_Bound]:
        position = 0
        for operand in self.operands:
            if operand.keyword:
                yield _Bound(_parameter_named(operand.keyword), operand)
                continue
            yield _Bound(signature.ordered[position] if position < len(signature.ordered) else signature.rest, operand)
            position += 1


class _Signature(NamedTuple):
    """The parameters of one overload of a torch API, by what fills them."""

    ordered: Sequence[str]
    """Those that positional arguments fill, the tensor of a method first."""
    rest: str
    """The one that gets all further positional arguments, or ""."""
    names: frozenset[str]
    """All of them."""
    required: frozenset[str]
    """Those that need a positional argument or keyword."""

    @classmethod
    def of(cls, parameters: Sequence[ApiParameter], is_method: bool) -> _Signature:
        ordered = [p.name for p in parameters if p.kind in ("positional", "both")]
        return cls(
            [SELF, *ordered] if is_method else ordered,
            next((p.name for p in parameters if p.kind == "*var"), ""),
            frozenset(p.name for p in parameters),
            frozenset(p.name for p in parameters if p.kind in ("positional", "both") and not p.default),
        )


def _parameter_named(keyword: str) -> str:
    """The name that torch's tables have for a keyword."""
    return _NUMPY_NAMES.get(keyword, keyword)
