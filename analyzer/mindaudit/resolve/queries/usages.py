"""From sites and their values to usages: which torch API each place uses, and with which certainty."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, Literal, cast

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import ArgumentSite, CallSite, ModuleFacts, Site
from mindaudit.model import Argument, Certainty, Context, Usage, UsageKind
from mindaudit.model import Value as Known
from mindaudit.resolve.queries.computed import is_computed, is_squeezed, makes_parameter, may_hold_parameter
from mindaudit.resolve.queries.cut_parts import may_be_cut_off
from mindaudit.resolve.queries.empty_parts import holds_empty
from mindaudit.resolve.queries.export import defined, exported
from mindaudit.resolve.queries.method_names import project_names
from mindaudit.resolve.queries.names import MOST_ALTERNATIVES, Named, call_names
from mindaudit.resolve.queries.partials import held
from mindaudit.resolve.queries.result_uses import ResultUses
from mindaudit.resolve.queries.tested_dtypes import tested_dtypes
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.object_attributes import of_tensors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import MODULE, TENSOR
from mindaudit_data import views
from mindaudit_data.catalog import Api

_CERTAINTIES: Final[tuple[Certainty, Certainty, Certainty]] = ("possible", "likely", "certain")
_WHOLE: Final[dict[str, Literal["", "assigned", "returned"]]] = {"assigned": "assigned", "returned": "returned"}
_OPERATORS: Final = {"MatrixMultiply": "torch.matmul", "Power": "torch.pow"}
_IN_PLACE: Final = {
    "Add": "add_", "Subtract": "sub_", "Multiply": "mul_", "Divide": "div_", "Power": "pow_", "MatrixMultiply": "matmul",
    "Modulo": "remainder_",
    "FloorDivide": "floor_divide_", "BitAnd": "bitwise_and_", "BitOr": "bitwise_or_", "BitXor": "bitwise_xor_",
}  # fmt: skip


def usages(evaluator: Evaluator, module: int, contexts: dict[int, Context], reaches_torch: bool) -> Iterator[Usage]:
    """The usages of one file, in no order. `contexts`: of its functions."""
    facts = evaluator.facts[module]
    results = ResultUses.of(facts)
    for site in facts.calls:
        named = call_names(evaluator, module, site, reaches_torch)
        if named:
            yield _call_usage(evaluator, module, site, named, contexts, results)
    written = _written_views(evaluator, module)
    for other in facts.sites:
        if other.kind != "attribute" or not any(_holds(place, other) for place in written.get(other.expression, ())):
            yield from _site_usages(evaluator, module, other, contexts, results)


def _written_views(evaluator: Evaluator, module: int) -> dict[int, list[Site]]:
    """The augmented assignments that write to a tensor by a view, by what they write to; the usage of their operator reports them."""
    found: dict[int, list[Site]] = {}
    for site in evaluator.facts[module].sites:
        e = evaluator.expression(module, site.expression) if site.kind == "augmented" else None
        if isinstance(e, ex.Binary) and _is_view(evaluator, module, e.left):
            found.setdefault(e.left, []).append(site)
    return found


def _is_view(evaluator: Evaluator, module: int, index: int) -> bool:
    e = evaluator.expression(module, index)
    return isinstance(e, ex.Attribute) and e.name in views.ATTRIBUTES and v.is_tensor(evaluator.value(module, e.base))


def _holds(assignment: Site, target: Site) -> bool:
    return assignment.base_start <= target.start and target.end <= assignment.base_end


def _call_usage(
    evaluator: Evaluator, module: int, site: CallSite, named: Named, contexts: dict[int, Context], results: ResultUses
) -> Usage:
    facts = evaluator.facts[module]
    receiver = None
    callee = evaluator.expression(module, site.callee)
    if site.base_start >= 0 and isinstance(callee, ex.Attribute) and _is_method_call(evaluator, module, site):
        receiver = Argument((site.base_start, site.base_end), value=_receiver(evaluator, module, callee.base, named))
    return Usage(
        (site.start, site.end), "call", named.names[0], _CERTAINTIES[named.level], named.names[1:], facts.functions[site.function].qualname,
        contexts.get(site.function, "unknown"), (site.callee_start, site.callee_end), receiver,
        tuple(
            Argument((a.start, a.end), a.keyword, a.star, _argument(evaluator, module, a))  # type: ignore[arg-type]
            for a in site.arguments
        ),
        site.statement, _WHOLE.get(site.role, ""), site.expression in results.read_by_name,
        thawed=site.expression in results.thawed,
        stepped=site.expression in results.stepped,
        held=held(evaluator, module, site, named.names),
    )  # fmt: skip


_TENSORS: Final = frozenset({"tensor"})
_SEQUENCES: Final = frozenset({"tuple", "list"})


def _argument(evaluator: Evaluator, module: int, argument: ArgumentSite) -> Known:
    """The known value of an argument. Keywords in `**options` of a function may be absent in calls from outside of the project."""
    known = _known(evaluator, module, argument.expression)
    if known.types == _TENSORS or not known.types:
        is_mask_cut = known.dtype in (None, "bool") and may_be_cut_off(evaluator, module, argument.expression)
        is_made = is_computed(evaluator, module, argument.expression)
        has_none = is_made and is_squeezed(evaluator, module, argument.expression)
        return replace(known, computed=is_made, empty=is_mask_cut, squeezed=has_none) if is_made or is_mask_cut else known
    if known.types and known.types <= _SEQUENCES:
        can_be_empty = holds_empty(evaluator, module, argument.expression)
        has_parameter = may_hold_parameter(evaluator, module, argument.expression)
        return replace(known, empty=can_be_empty, parameter=has_parameter) if can_be_empty or has_parameter else known
    if argument.star != "**" or known.entries is None or not isinstance(evaluator.expression(module, argument.expression), ex.Parameter):
        return known
    return replace(known, entries=tuple((key, replace(entry, optional=True)) for key, entry in known.entries))


def _known(evaluator: Evaluator, module: int, index: int) -> Known:
    """The known value of an expression, with the dtypes that the code asks for."""
    known = exported(evaluator, evaluator.value(module, index))
    tested = frozenset() if known.dtype else tested_dtypes(evaluator, module, index)
    return replace(known, perhaps=known.perhaps | tested) if tested else known


def _receiver(evaluator: Evaluator, module: int, index: int, named: Named) -> Known:
    """The known value of a receiver; for a module also the methods that its class defines."""
    value = evaluator.value(module, index)
    known = _known(evaluator, module, index)
    if makes_parameter(evaluator, module, index):
        return replace(known, parameter=True)
    is_modules = evaluator.torch.derives(named.names[0].rpartition(".")[0], MODULE)
    return replace(known, defines=defined(evaluator, value)) if is_modules else known


def _is_method_call(evaluator: Evaluator, module: int, site: CallSite) -> bool:
    """Whether the callee is a method of a value (`x.view`), not a name in a module or class (`torch.Tensor.view`).

    A class's method that gets nothing is one of an object all the same.
    """
    named = [a for a in evaluator.value(module, site.callee).atoms if isinstance(a, at.Torch)]
    return not named or (not site.arguments and all(evaluator.torch.kind(a.name) == "method" for a in named))


_OF_TENSORS_ALONE: Final = frozenset({"requires_grad", "is_cuda", "is_leaf", "grad_fn"})


def _site_usages(evaluator: Evaluator, module: int, site: Site, contexts: dict[int, Context], results: ResultUses) -> Iterator[Usage]:
    e = evaluator.expression(module, site.expression)
    match site.kind:
        case "import":
            named = _import_name(evaluator, module, site, e)
            kind: UsageKind = "import"
        case "binary" | "augmented":
            named = _operator_name(evaluator, module, site, e)
            kind = "operator"
        case "attribute" | "reference":
            named = _reference_name(evaluator, module, site, e)
            kind = "attribute" if site.kind == "attribute" and named and _is_data(evaluator, named.names[0]) else "reference"
        case _:
            return
    if named is None:
        return
    if site.role in ("base", "decorator", "annotation"):
        kind = cast("UsageKind", site.role)
    yield Usage(
        (site.start, site.end), kind, named.names[0], _CERTAINTIES[named.level], named.names[1:],
        evaluator.function(module, site.function).qualname, contexts.get(site.function, "unknown"), None,
        _base(evaluator, module, site, e, kind),
        _operands(evaluator, module, site, e) if kind == "operator" else (),
        result_named=kind == "attribute" and site.expression in results.read_by_name,
        unused=kind == "import" and not _is_used(evaluator, module, site),
    )  # fmt: skip


def _base(evaluator: Evaluator, module: int, site: Site, e: Expression, kind: UsageKind) -> Argument | None:
    """The base of an attribute, if it can be a tensor or an instance of a class; the view through which an operator writes to a tensor."""
    if kind == "operator" and site.kind == "augmented" and isinstance(e, ex.Binary) and _is_view(evaluator, module, e.left):
        return Argument((site.base_start, site.base_end), value=exported(evaluator, evaluator.value(module, e.left)))
    if kind != "attribute" or site.base_start < 0 or not isinstance(e, ex.Attribute):
        return None
    value = evaluator.value(module, e.base)
    if not any(isinstance(a, (at.Tensor, at.Instance, at.Object)) for a in value.atoms) and not _is_of_tensors_alone(
        evaluator, e.name, value
    ):
        return None
    return Argument((site.base_start, site.base_end), value=exported(evaluator, value))


def _operands(evaluator: Evaluator, module: int, site: Site, e: Expression) -> tuple[Argument, ...]:
    """The two sides of an operator; the span is that of the whole operation."""
    sides = (e.left, e.right) if isinstance(e, ex.Binary) else ()
    return tuple(Argument((site.start, site.end), value=exported(evaluator, evaluator.value(module, index))) for index in sides)


def _is_data(evaluator: Evaluator, name: str) -> bool:
    return evaluator.torch.kind(name) in ("property", "constant", "dtype")


def _import_name(evaluator: Evaluator, module: int, site: Site, e: Expression) -> Named | None:
    """The torch name that an import statement binds."""
    match e:
        case ex.Import(source) | ex.FromImport(source, 0) if source == "torch" or source.startswith("torch."):
            atoms = v.in_order(evaluator.value(module, site.expression).atoms)
            names = [a.name for a in atoms if isinstance(a, at.Torch)]
            return Named((names[0],), v.CERTAIN) if names else None
    return None


def _is_used(evaluator: Evaluator, module: int, site: Site) -> bool:
    used: frozenset[str | int] | None = evaluator.once("used", module, lambda: _used(evaluator.facts[module]))
    return used is None or site.role in used or site.expression in used or evaluator.facts[module].path.endswith("__init__.py")


def _used(facts: ModuleFacts) -> frozenset[str | int]:
    """The names looked up late, and the expressions that are operands or referred to."""
    found: set[str | int] = {site.expression for site in facts.sites if site.kind == "reference"}
    for e in facts.expressions:
        if type(e) is ex.Name:
            found.add(e.name)
        elif type(e) is ex.Attribute or type(e) is ex.Subscript:
            found.add(e.base)
        elif type(e) is ex.Call:
            found.add(e.callee)
    return frozenset(found)


def _operator_name(evaluator: Evaluator, module: int, site: Site, e: Expression) -> Named | None:
    if not isinstance(e, ex.Binary):
        return None
    value = evaluator.value(module, e.left)
    if site.kind == "augmented":
        short = _IN_PLACE.get(e.operator)
        return Named((f"torch.Tensor.{short}",), value.level) if short and v.is_tensor(value) else None
    name = _OPERATORS.get(e.operator)
    if name is None:
        return None
    sides = [x for x in (value, evaluator.value(module, e.right)) if v.can_be_tensor(x)]
    return Named((name,), min(x.level if not x.open else min(x.level, v.LIKELY) for x in sides)) if sides else None


def _reference_name(evaluator: Evaluator, module: int, site: Site, e: Expression) -> Named | None:
    value = evaluator.value(module, site.expression)
    names = {a.name for a in value.atoms if isinstance(a, at.Torch) and evaluator.torch.kind(a.name) != "module"}
    if not names:
        return _property_name(evaluator, module, e) if site.kind == "attribute" and isinstance(e, ex.Attribute) else None
    # a plain name counts if an import or an assignment of a torch object binds it, not as a parameter or a loop's variable
    if site.kind == "reference" and not isinstance(e, (ex.FromImport, ex.Import, ex.Name, ex.Attribute)):
        return None
    return _one_of(names, value)


def _property_name(evaluator: Evaluator, module: int, e: ex.Attribute) -> Named | None:
    """`x.shape` and its like, on what is a tensor or a torch object."""
    value = evaluator.value(module, e.base)
    apis = [_attribute_of(evaluator, atom, e.name) for atom in value.atoms]
    names = {api.name for api in apis if api is not None and api.kind == "property"}
    if names:
        return _one_of(names, value)
    return Named((f"{TENSOR}.{e.name}",), v.LIKELY) if _is_of_tensors_alone(evaluator, e.name, value) else None


def _is_of_tensors_alone(evaluator: Evaluator, name: str, value: Value) -> bool:
    """Whether an attribute of an unknown value has a name that only attributes of tensors have."""
    return not value.atoms and name in _OF_TENSORS_ALONE and name not in project_names(evaluator)


def _attribute_of(evaluator: Evaluator, atom: Atom, name: str) -> Api | None:
    """The catalog's row of an attribute of a tensor or of an instance of a torch class, or of a project class derived from tensors."""
    if type(atom) is at.Tensor:
        return evaluator.torch.tensor_method(name)
    if type(atom) is at.Object:
        return of_tensors(evaluator, atom, name)
    return evaluator.torch.method(atom.torch_class, name) if type(atom) is at.Instance else None


def _one_of(names: Collection[str], value: Value) -> Named:
    """These names of a value, at most likely if the value can be anything else."""
    level = value.level if len(value.atoms) == 1 and not value.open else min(value.level, v.LIKELY)
    return Named(tuple(sorted(names)[: MOST_ALTERNATIVES + 1]), level)
