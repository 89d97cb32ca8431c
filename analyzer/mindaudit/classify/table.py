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
    def preference(self) -> int: ...
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
    @property
    def since(self) -> str: ...
    @property
    def until(self) -> str: ...


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
    @property
    def gradients(self) -> int: ...


class HalfRow(EvidenceRow, Protocol):
    """What executing a mapping row in half precision gave."""

    @property
    def dtype(self) -> str: ...


class Use(Protocol):
    """The calls of a MindSpore API in a project that runs on a backend."""

    @property
    def project(self) -> str: ...
    @property
    def calls(self) -> int: ...
    @property
    def keywords(self) -> frozenset[str]: ...


class MethodRow(Protocol):
    """What running the calls of one form of a Tensor's method, as they are written, gave."""

    @property
    def input(self) -> str: ...
    @property
    def arguments(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def mode(self) -> str: ...
    @property
    def backend(self) -> str: ...
    @property
    def samples(self) -> int: ...
    @property
    def matched(self) -> int: ...


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
        """Candidates of exactly this name, by preference."""
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

    def half_precision(self, mapping: str) -> Sequence[HalfRow]:
        """What executing the row of this id in half precision gave."""
        ...

    def kernel_dtypes(self, name: str, backend: str) -> frozenset[str]:
        """The dtypes that the operator of an API takes on a backend, by its definition; empty where that is not known."""
        ...

    def methods(self, name: str) -> Sequence[MethodRow]:
        """What running the calls of a Tensor's method as they are written gave."""
        ...

    def tested(self, name: str, backend: str, mode: str) -> int:
        """How many of MindSpore's own tests run an API on a backend in a mode."""
        ...

    def used(self, name: str, backend: str) -> Sequence[Use]:
        """The projects that call an API on a backend."""
        ...

    def recipe_apis(self, name: str) -> Sequence[str]:
        """The functions and classes of MindSpore that a recipe uses."""
        ...

    def drop_rules(self, parameter: str) -> Sequence[DropRule]:
        """When an argument of this name may be left out."""
        ...

    def is_recipe(self, name: str) -> bool:
        """Whether `mindaudit_data.recipes` exports the name."""
        ...

    def substitute(self, name: str, version: str) -> str:
        """What to use instead of a call of another library; "" where nothing is known."""
        ...
