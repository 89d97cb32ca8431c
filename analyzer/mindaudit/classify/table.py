"""What classifying needs of the mapping table; `mindaudit_data` provides it, tests make small ones in memory."""

# ruff: noqa: D102 -- the columns are described where they are named
from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Row(Protocol):
    """One candidate of the mapping table; the columns are described in mapping_data/README.md."""

    @property
    def id(self) -> str: ...
    @property
    def torch_name(self) -> str: ...
    @property
    def overload(self) -> str: ...
    @property
    def when(self) -> str: ...
    @property
    def since(self) -> str: ...
    @property
    def until(self) -> str: ...
    @property
    def modes(self) -> str: ...
    @property
    def backends(self) -> str: ...
    @property
    def rank(self) -> int: ...
    @property
    def verdict(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def adapt(self) -> str: ...
    @property
    def note(self) -> str: ...


class CatalogParameter(Protocol):
    """A parameter of a torch or MindSpore API."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def default(self) -> str: ...


class TorchApi(Protocol):
    """A public torch name."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def returns(self) -> str: ...


class EvidenceRow(Protocol):
    """What executing a mapping row gave."""

    @property
    def version(self) -> str: ...
    @property
    def mode(self) -> str: ...
    @property
    def backend(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def samples(self) -> int: ...
    @property
    def matched(self) -> int: ...
    @property
    def detail(self) -> str: ...


class DropRule(Protocol):
    """A torch argument that may be left out of any call."""

    @property
    def parameter(self) -> str: ...
    @property
    def when(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def difference(self) -> str: ...


class Table(Protocol):
    """The mapping table of one data version. It does not change while it is in use, so that answers can be kept."""

    def __hash__(self) -> int: ...

    def mappings(self, torch_name: str) -> Sequence[Row]:
        """Candidates of exactly this name, by rank."""
        ...

    def torch_api(self, name: str) -> TorchApi | None:
        """The catalog's entry of a public name, or None."""
        ...

    def torch_overloads(self, name: str) -> Sequence[Sequence[CatalogParameter]]:
        """The signatures of a torch callable; empty when unknown."""
        ...

    def mindspore_backends(self, name: str, version: str) -> frozenset[str] | None:
        """Backends that the API documents in a version (empty: it documents none); None if the version lacks the API."""
        ...

    def mindspore_parameters(self, name: str, version: str) -> Sequence[CatalogParameter] | None:
        """The API's parameters in a version, None when unknown."""
        ...

    def evidence(self, mapping: str) -> Sequence[EvidenceRow]:
        """What executing the row of this id gave."""
        ...

    def drop_rules(self, parameter: str) -> Sequence[DropRule]:
        """When an argument of this name may be left out."""
        ...

    def is_recipe(self, name: str) -> bool:
        """Whether `mindaudit_data.recipes` exports the name."""
        ...
