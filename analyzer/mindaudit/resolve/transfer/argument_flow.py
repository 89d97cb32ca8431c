"""Arguments flow into parameters: every call in the project tells what its callee's parameters can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mindaudit.facts.records import Expression, Invocation, ModuleFacts
from mindaudit.resolve.solver.evaluator import Parameters, Program
from mindaudit.resolve.solver.memo_graph import UNMADE
from mindaudit.resolve.symbols.attributes import object_attribute
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.transfer.arguments import Arguments, arguments_of, bind
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.transfer.project_calls import applied
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import APPLY

Binding = tuple[tuple[int, int], dict[str, Value]]
"""A function (module, number), and what a call passes to its parameters."""
_LEADING: Final = frozenset({"function", "method", "class", "object", "partial"})
_PASSING: Final = frozenset({"torch.utils.checkpoint.checkpoint", "torch.vmap", "torch.func.vmap"})


def flow(program: Program, modules: Iterable[int]) -> None:
    """Let the arguments of all calls in these modules arrive; afterwards the program's values take them into account."""
    for module in modules:
        program.sites[module] = list(_sites(program, module))
    for nodes in program.sites.values():
        for node in nodes:
            if program.values[node] is UNMADE:
                program.begin(node, program.make, node)
    program.settle()
    program.rest()


def _sites(program: Program, module: int) -> Iterator[int]:
    facts, forwarded = program.facts[module], forwarding(program, module)
    for site in facts.invocations:
        if site not in forwarded.get(site.function, ()):
            node = program.watch((_pass, module, site))
            program.callers.setdefault(_last_name(facts, site.callee), []).append(node)
            yield node
    yield program.watch((_decorate, module))


def _pass(program: Program, module: int, site: Invocation) -> None:
    program.arrive(_arriving(program, _reached(program, module, site)))


def _decorate(program: Program, module: int) -> None:
    program.arrive(_arriving(program, _decorations(program, module)))


def _last_name(facts: ModuleFacts, callee: int) -> str:
    """The name that a callee ends with, as it is known where it is defined."""
    e = facts.expressions[callee]
    match e[0]:
        case "attr" | "name":
            return str(e[2])
        case "from":
            return str(e[3])
        case "func":
            return facts.functions[e[1]].name
        case "class":
            return facts.classes[e[1]].name
    return ""


def _arriving(program: Program, bindings: Iterable[Binding]) -> dict[Parameters, Value]:
    """What calls pass, by parameter; a default where one passes nothing."""
    arriving: dict[Parameters, list[Value]] = {}
    for (module, number), bound in bindings:
        for param in program.function(module, number).params:
            value = bound.get(param.name)
            if value is None and param.default >= 0:
                value = program.value(module, param.default)
            if value is not None:
                arriving.setdefault((module, number, param.name), []).append(value)
    return {parameter: values[0] if len(values) == 1 else v.join(values) for parameter, values in arriving.items()}


def _reached(program: Program, module: int, site: Invocation) -> Iterator[Binding]:
    """What a call passes, and what the functions that it reaches pass on with it."""
    if any(map(_leads, program.value(module, site.callee).atoms)):
        for place, bound in _bindings(program, module, site):
            yield place, bound
            yield from _forwarded(program, *place, bound)


def _leads(atom: Atom) -> bool:
    """Whether calling a thing can call a function of the project."""
    match atom[0]:
        case "torch":
            return atom[1] in _PASSING
        case "instance":
            return atom[2] is not None
        case "bound":
            return bool(atom[1] == APPLY)
        case "builtin":
            return bool(atom[1] == "map")
    return atom[0] in _LEADING


def forwarding(program: Program, module: int) -> dict[int, list[Invocation]]:
    """Function -> its calls of one of its own parameters with `**` of another: what is called and what is passed belong together."""
    found: dict[int, list[Invocation]] = program.once("forwarding", module, lambda: forwarding_of(program.facts[module]))
    return found


def forwarding_of(facts: ModuleFacts) -> dict[int, list[Invocation]]:
    """The same, of a file alone."""
    found: dict[int, list[Invocation]] = {}
    for site in facts.invocations:
        callee = _parameter_behind(facts.expressions, facts.slots, site.callee)
        if callee == site.function and _passes_keywords_on(facts.expressions, facts.expressions[site.expression]):
            found.setdefault(site.function, []).append(site)
    return found


def _passes_keywords_on(expressions: Sequence[Expression], call: Expression) -> bool:
    """Whether a call has `**` of something that can be a parameter of the function around it."""
    arguments = call[2] if call[0] == "call" else ()
    return any(key == "**" and expressions[value][0] in ("param", "phi", "join", "grow") for key, value in arguments)


def _parameter_behind(expressions: Sequence[Expression], slots: Sequence[tuple[int, ...]], index: int) -> int:
    """The function whose parameter an expression is, perhaps narrowed or joined with others; -1 when it is none."""
    for _ in range(8):
        e = expressions[index]
        match e[0]:
            case "param":
                return int(e[1])
            case "narrow":
                index = e[1]
            case "join":
                index = e[1][0]
            case "phi" if slots[e[1]]:
                index = slots[e[1]][0]
            case _:
                return -1
    return -1


def _forwarded(program: Program, module: int, number: int, bound: dict[str, Value]) -> Iterator[Binding]:
    """What a function passes on when it is called like this."""
    sites = forwarding(program, module).get(number)
    if not sites:
        return
    with program.assuming(module, number, bound):
        found = [pair for site in sites for pair in _bindings(program, module, site)]
    yield from found


def _bindings(program: Program, module: int, site: Invocation) -> Iterator[Binding]:
    """The project functions that a call reaches, with what it binds."""
    callee = program.value(module, site.callee)
    e = program.expression(module, site.expression)
    if not callee.atoms or e[0] != "call":
        return
    arguments: Arguments | None = None
    for atom in v.in_order(callee.atoms):
        for module_, number, skip, held in targets(program, atom):
            if arguments is None:
                arguments = arguments_of(program, module, e[2])
            whole = Arguments((*held, *arguments.items)) if held else arguments
            yield (module_, number), bind(program, module_, program.function(module_, number), whole, skip)
        if atom == ("builtin", "map"):
            yield from _mapped(program, arguments_of(program, module, e[2]))
        if atom[0] == "torch" and atom[1] in _PASSING:
            yield from _passed_on(program, module, e[2])


def _decorations(program: Program, module: int) -> Iterator[Binding]:
    """Decorators are called with what they decorate: so registries learn their entries."""
    facts = program.facts[module]
    decorated = [("function", number, f.decorators) for number, f in enumerate(facts.functions)]
    decorated += [("class", number, c.decorators) for number, c in enumerate(facts.classes)]
    for kind, number, decorators in decorated:
        arguments = Arguments(((None, v.one(kind, module, number)),))
        for index in decorators:
            for atom in v.in_order(program.value(module, index).atoms):
                for module_, function, skip, held in targets(program, atom):
                    whole = Arguments((*held, *arguments.items))
                    yield (module_, function), bind(program, module_, program.function(module_, function), whole, skip)


def _mapped(program: Program, arguments: Arguments) -> Iterator[Binding]:
    """`map(function, xs)` calls the function with the elements."""
    first = arguments.positional(0)
    items = Arguments(tuple((None, element(program, value)) for key, value in arguments.items[1:] if key is None))
    for atom in v.in_order(first.atoms) if first is not None else ():
        for module_, number, skip, held in targets(program, atom):
            yield (module_, number), bind(program, module_, program.function(module_, number), Arguments((*held, *items.items)), skip)


def _passed_on(program: Program, module: int, items: tuple[tuple[str | None, int], ...]) -> Iterator[Binding]:
    """`checkpoint(function, *arguments)` calls its first argument with the others."""
    arguments = arguments_of(program, module, items)
    first = arguments.positional(0)
    keep = tuple((key, value) for key, value in arguments.items[1:] if key not in ("use_reentrant", "preserve_rng_state"))
    for atom in v.in_order(first.atoms) if first is not None else ():
        for module_, number, skip, held in targets(program, atom):
            yield (module_, number), bind(program, module_, program.function(module_, number), Arguments((*held, *keep)), skip)


def targets(program: Program, atom: Atom) -> Iterator[tuple[int, int, int, tuple[tuple[str | None, Value], ...]]]:
    """The project functions that calling a thing runs: (module, function, parameters bound already, arguments held)."""
    match atom[0]:
        case "function":
            yield atom[1], atom[2], 0, ()
        case "method":
            yield atom[1], atom[2], 1, ()
        case "class":
            for held in v.in_order(object_attribute(program, ("object", atom[1], atom[2]), "__init__").atoms):
                if held[0] == "method":
                    yield held[1], held[2], 1, ()
        case "object":
            network = is_network(program, atom[1], atom[2])
            for name in ("forward", "__call__") if network else ("__call__",):
                for held in v.in_order(object_attribute(program, atom, name).atoms):
                    if held[0] == "method":
                        yield held[1], held[2], 1, ()
        case "instance" if atom[2] is not None:
            for inner in v.in_order(atom[2].atoms):
                if inner[0] == "object":
                    yield from targets(program, inner)
        case "bound" if atom[1] == APPLY and atom[2][0] == "class":
            forward = applied(program, atom[2])
            if forward:
                yield *forward, ()
        case "partial":
            for inner in v.in_order(atom[1].atoms):
                for module, number, skip, held in targets(program, inner):
                    yield module, number, skip, (*atom[2], *held)
