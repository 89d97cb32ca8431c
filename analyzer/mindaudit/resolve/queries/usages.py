"""From sites and values to usages: which torch API each place uses, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from mindaudit.facts.records import CallSite, ModuleFacts, Site
from mindaudit.model import Argument, Certainty, Context, Usage, UsageKind
from mindaudit.resolve.queries.export import exported
from mindaudit.resolve.queries.names import MOST_ALTERNATIVES, Named, call_names
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v

_CERTAINTIES: Final[tuple[Certainty, Certainty, Certainty]] = ("possible", "likely", "certain")
_OPERATORS: Final = {"MatrixMultiply": "torch.matmul", "Power": "torch.pow"}
_IN_PLACE: Final = {
    "Add": "add_", "Subtract": "sub_", "Multiply": "mul_", "Divide": "div_", "Power": "pow_", "MatrixMultiply": "matmul",
    "Modulo": "remainder_",
    "FloorDivide": "floor_divide_", "BitAnd": "bitwise_and_", "BitOr": "bitwise_or_", "BitXor": "bitwise_xor_",
}  # fmt: skip


def usages(program: Program, module: int, contexts: dict[int, Context], reaches_torch: bool) -> Iterator[Usage]:
    """The usages of one file, in no order. `contexts`: of its functions."""
    facts = program.facts[module]
    read = _results_read_by_name(facts)
    for site in facts.calls:
        named = call_names(program, module, site, reaches_torch)
        if named:
            yield _call_usage(program, module, site, named, contexts, site.expression in read)
    for other in facts.sites:
        yield from _site_usages(program, module, other, contexts)


def _results_read_by_name(facts: ModuleFacts) -> frozenset[int]:
    """The calls whose result is unpacked, indexed by a constant or asked for a field."""
    found = set()
    for e in facts.expressions:
        if e[0] in ("attr", "item") or (e[0] == "sub" and facts.expressions[e[2]][:2] == ("const", "int")):
            found.add(e[1])
    return frozenset(found)


def _call_usage(program: Program, module: int, site: CallSite, named: Named, contexts: dict[int, Context], read: bool) -> Usage:
    facts = program.facts[module]
    receiver = None
    if site.base_start >= 0 and _is_method_call(program, module, site):
        base = program.expression(module, site.callee)[1]
        receiver = Argument((site.base_start, site.base_end), value=exported(program, program.value(module, base)))
    return Usage(
        (site.start, site.end), "call", named.names[0], _CERTAINTIES[named.level], named.names[1:], facts.functions[site.function].qualname,
        contexts.get(site.function, "unknown"), (site.callee_start, site.callee_end), receiver,
        tuple(
            Argument((a.start, a.end), a.keyword, a.star, exported(program, program.value(module, a.expression)))  # type: ignore[arg-type]
            for a in site.arguments
        ),
        site.statement, read,
    )  # fmt: skip


def _is_method_call(program: Program, module: int, site: CallSite) -> bool:
    """Whether the callee is a method of a value (`x.view`), not a name in a module or class (`torch.Tensor.view`)."""
    callee = program.value(module, site.callee)
    return not any(a[0] == "torch" for a in callee.atoms)


def _site_usages(program: Program, module: int, site: Site, contexts: dict[int, Context]) -> Iterator[Usage]:
    match site.kind:
        case "import":
            named = _import_name(program, module, site)
            kind: UsageKind = "import"
        case "binary" | "augmented":
            named = _operator_name(program, module, site)
            kind = "operator"
        case "attribute" | "reference":
            named = _reference_name(program, module, site)
            kind = "attribute" if site.kind == "attribute" and named and _is_data(program, named.names[0]) else "reference"
        case _:
            return
    if named is None:
        return
    if site.role in ("base", "decorator", "annotation"):
        kind = cast("UsageKind", site.role)
    facts = program.facts[module]
    receiver = None
    arguments: tuple[Argument, ...] = ()
    if kind == "attribute" and site.base_start >= 0:
        value = program.value(module, program.expression(module, site.expression)[1])
        if any(a[0] in ("tensor", "instance", "object") for a in value.atoms):
            receiver = Argument((site.base_start, site.base_end), value=exported(program, value))
    if kind == "operator":
        e = program.expression(module, site.expression)
        arguments = tuple(Argument((site.start, site.end), value=exported(program, program.value(module, index))) for index in e[2:])
    yield Usage(
        (site.start, site.end), kind, named.names[0], _CERTAINTIES[named.level], named.names[1:], facts.functions[site.function].qualname,
        contexts.get(site.function, "unknown"), None, receiver, arguments,
        unused=kind == "import" and not _is_used(program, module, site),
    )  # fmt: skip


def _is_data(program: Program, name: str) -> bool:
    return program.torch.kind(name) in ("property", "constant", "dtype")


def _import_name(program: Program, module: int, site: Site) -> Named | None:
    value = program.value(module, site.expression)
    names = [a[1] for a in value.atoms if a[0] == "torch"]
    e = program.expression(module, site.expression)
    source = e[1] if e[0] in ("import", "from") else ""
    if not names or not (source == "torch" or source.startswith("torch.")) or (e[0] == "from" and e[2]):
        return None
    return Named((names[0],), v.CERTAIN)


def _is_used(program: Program, module: int, site: Site) -> bool:
    used: frozenset[str | int] | None = program.once("used", module, lambda: _used(program.facts[module]))
    return used is None or site.role in used or site.expression in used or program.facts[module].path.endswith("__init__.py")


def _used(facts: ModuleFacts) -> frozenset[str | int]:
    """The names looked up late and the expressions that stand in others or are referred to."""
    found: set[str | int] = {e[2] for e in facts.expressions if e[0] == "name"}
    found |= {e[1] for e in facts.expressions if e[0] in ("attr", "call", "sub")}
    found |= {site.expression for site in facts.sites if site.kind == "reference"}
    return frozenset(found)


def _operator_name(program: Program, module: int, site: Site) -> Named | None:
    _, operator, left, right = program.expression(module, site.expression)
    value = program.value(module, left)
    if site.kind == "augmented":
        atom = v.only(value)
        short = _IN_PLACE.get(operator)
        return Named((f"torch.Tensor.{short}",), value.level) if atom and atom[0] == "tensor" and short else None
    name = _OPERATORS.get(operator)
    if name is None:
        return None
    sides = [x for x in (value, program.value(module, right)) if any(a[0] == "tensor" for a in x.atoms)]
    return Named((name,), min(x.level if not x.open else min(x.level, v.LIKELY) for x in sides)) if sides else None


def _reference_name(program: Program, module: int, site: Site) -> Named | None:
    value = program.value(module, site.expression)
    names = sorted({a[1] for a in value.atoms if a[0] == "torch" and program.torch.kind(a[1]) != "module"})
    if names:
        level = value.level if len(value.atoms) == 1 and not value.open else min(value.level, v.LIKELY)
        if site.kind == "reference" and not _written_from_torch(program, module, site):
            return None
        return Named(tuple(names[: MOST_ALTERNATIVES + 1]), level)
    return _property_name(program, module, site) if site.kind == "attribute" else None


def _written_from_torch(program: Program, module: int, site: Site) -> bool:
    """Whether a plain name is bound by an import or assignment of a torch object, not a parameter's or a loop's variable."""
    return program.expression(module, site.expression)[0] in ("from", "import", "name", "attr")


def _property_name(program: Program, module: int, site: Site) -> Named | None:
    """`x.shape` and its like, on what is a tensor or a torch object."""
    _, base, name = program.expression(module, site.expression)
    value = program.value(module, base)
    found: list[str] = []
    for atom in value.atoms:
        api = None
        if atom[0] == "tensor":
            api = program.torch.tensor_method(name)
        elif atom[0] == "instance":
            api = program.torch.method(atom[1], name)
        if api is not None and api.kind == "property":
            found.append(api.name)
    if not found:
        return None
    level = value.level if len(value.atoms) == 1 and not value.open else min(value.level, v.LIKELY)
    return Named(tuple(sorted(set(found))[: MOST_ALTERNATIVES + 1]), level)
