"""Code that graph mode leaves to Python, so that no gradient flows through it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.aliases import own_names
from mindaudit.hazards.queries.dicts import enclosed
from mindaudit.hazards.queries.objects import is_raised, made
from mindaudit.hazards.queries.reading import NUMBERS, reads_data
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_METHODS: Final = ("list.extend", "list.insert", "list.reverse", "list.copy")
_ENDLESS: Final = ("itertools.repeat", "itertools.count", "itertools.cycle")
"""Whatever they are zipped with is left to Python, too."""
_ITERATORS: Final = ("accumulate", "chain", "combinations", "islice", "pairwise", "permutations", "product", "starmap", "zip_longest")
_LIBRARY: Final = (
    *(f"itertools.{name}" for name in _ITERATORS),
    "itertools.chain.from_iterable",
    "copy.copy",
    "copy.deepcopy",
    "operator.attrgetter",
    "operator.itemgetter",
    "types.SimpleNamespace",
    "builtins.divmod",
)
_CONTAINERS: Final = frozenset({"torch.nn.ParameterList", "torch.nn.ParameterDict"})
_READ: Final = re.compile(r"\s*\.\s*(\w+)")
_OF_DICTS: Final = frozenset({"get", "items", "keys", "values"})
"""What is read of a container of parameters and of a dict alike."""
_NAMES: Final = frozenset((*_METHODS, *_ENDLESS, *_LIBRARY))
_CONSTRUCTS: Final = {name: name.rpartition(".")[2] for name in (*_METHODS, "itertools.chain", "builtins.divmod")}


def check(view: FileView) -> Iterator[Hit]:
    """Hits: methods that change lists or copy them, functions of Python's library, and objects, of what is known only when a graph runs;
    containers of parameters."""
    for call in view.calls_of(*sorted(_NAMES)):
        if view.in_graph(call.site.function):
            yield from _hits(view, call)
    for site in view.facts.calls:
        kind = made(view, site) if view.in_graph(site.function) else ""
        variant = _variant(view, site) if kind else ""
        if variant and not is_raised(view, site):
            yield view.hit(site, v.LIKELY, None, variant=variant, construct=kind)
    yield from _partials(view)
    yield from _parameters(view)


def _parameters(view: FileView) -> Iterator[Hit]:
    """Hits: an attribute that is a ParameterList or a ParameterDict, unless its class is asked for, or a parameter by its name."""
    tested = {operand.span for test in view.calls_of("builtins.isinstance") for operand in test.operands}
    for site in view.reads("attribute"):
        found = view.value(site.expression).atoms if view.in_graph(site.function) else frozenset()
        atoms = [atom for atom in found if not isinstance(atom, at.Grown)]  # what was appended
        is_container = bool(atoms) and all(isinstance(atom, at.Instance) and atom.torch_class in _CONTAINERS for atom in atoms)
        read = _READ.match(view.text, site.end) if is_container else None
        if is_container and (site.start, site.end) not in tested and (read is None or read[1] in _OF_DICTS):
            yield Hit((site.start, site.end), site.function, v.CERTAIN, None, {}, "parameters", "parameters")


def _variant(view: FileView, site: CallSite) -> str:
    """function: an object gets a function that the graph makes; object: what may be trained; "" for other objects."""
    if any(_is_made_in_graph(view, each.expression) for each in site.arguments):
        return "function"
    return "object" if any(_may_be_trained(view, each.expression) for each in site.arguments) else ""


def _is_made_in_graph(view: FileView, index: int) -> bool:
    """Whether an argument can be a local function or lambda of a function that a forward reaches."""
    functions = [atom for atom in view.value(index).atoms if isinstance(atom, at.Function)]
    outer = {(atom.module, view.evaluator.function(atom.module, atom.number).parent) for atom in functions}
    return any(place in view.project.contexts.parents for place in outer)


def _partials(view: FileView) -> Iterator[Hit]:
    """Hits: where the file makes a partial object that a graph calls, else where it is called; one that a graph makes is compiled."""
    called = {site: found for site in view.facts.calls if view.in_graph(site.function) and (found := _partial(view, site.callee))}
    if not called:
        return
    makers = {call.site: _partial(view, call.site.expression) for call in view.calls_of("functools.partial")}
    reached = frozenset[Atom]().union(*called.values())
    for site, atoms in makers.items():
        if not view.in_graph(site.function) and atoms & reached:
            yield view.hit(site, v.LIKELY, None, variant="partial", construct="partial")
    made_here = frozenset[Atom]().union(*makers.values())
    for site, atoms in called.items():
        if atoms - made_here and site not in makers:
            yield view.hit(site, v.LIKELY, None, variant="partial", construct="partial")


def _partial(view: FileView, index: int) -> frozenset[Atom]:
    """The partial objects that an expression can be; classes of named tuples are none."""
    atoms = (atom for atom in view.value(index).atoms if isinstance(atom, at.Partial))
    return frozenset(atom for atom in atoms if not any(_makes_tuples(each) for each in atom.function.atoms))


def _makes_tuples(atom: Atom) -> bool:
    """Whether something is what `namedtuple` gave."""
    return isinstance(atom, at.External) and atom.name.startswith("collections.namedtuple")


def _may_be_trained(view: FileView, index: int) -> bool:
    """Whether an argument depends on what the network gets and is not known to be a number or a text, or read from a tensor."""
    atoms = view.value(index).atoms
    is_plain = bool(atoms) and all(v.type_name(atom) in (*NUMBERS, "str") for atom in atoms)
    return _is_open(view, index) and not is_plain and not reads_data(view.evaluator, view.module, index)


def _hits(view: FileView, call: Call) -> Iterator[Hit]:
    name = next(name for name in sorted(call.names) if name in _NAMES)
    construct = _CONSTRUCTS.get(name, "library")
    if name in _METHODS:
        is_meant = call.site.statement != (construct == "copy")
    else:
        is_meant = name in _ENDLESS or any(_is_open(view, argument.expression) for argument in call.site.arguments)
    if is_meant:
        code = _code(view, call, construct) if call.names == {name} else ""
        yield view.hit(call, call.level, None, variant="written" if code else "", construct=construct, code=code)


def _is_open(view: FileView, index: int) -> bool:
    """Whether an argument depends on what the network gets."""
    return view.value(index).cause >= v.SHAPE


def _code(view: FileView, call: Call, construct: str) -> str:
    """The same as graph mode supports it; "" if that needs more than an expression or a statement."""
    path = view.syntax.at(call.span)
    match construct, path[:1]:
        case "extend" | "insert" | "reverse", [ast.Call(func=ast.Attribute(value=ast.Name(name)), args=arguments, keywords=[])]:
            function = next((node for node in path if isinstance(node, ast.FunctionDef)), None)
            is_own = function is not None and name in own_names(function)
            return _changed(view, construct, name, arguments) if is_own else ""
        case "copy", [ast.Call(func=ast.Attribute(value=owner), args=[])]:
            return f"{enclosed(view.syntax.source(owner))}[:]"
        case "chain", [ast.Call(args=arguments, keywords=[])] if not any(isinstance(each, ast.Starred) for each in arguments):
            return f"[{', '.join(f'*{enclosed(view.syntax.source(each))}' for each in arguments)}]"
        case "divmod", [ast.Call(args=[one, ast.Constant() | ast.Name() as other])] if _is_simple(one):
            return f"({view.syntax.source(one)} // {view.syntax.source(other)}, {view.syntax.source(one)} % {view.syntax.source(other)})"
    return ""


def _is_simple(node: ast.expr) -> bool:
    """Whether an expression may be written twice: it calls nothing."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not any(isinstance(part, ast.Call) for part in nodes_in(node))


def _changed(view: FileView, method: str, name: str, arguments: list[ast.expr]) -> str:
    """A change of a list of the function's own as an assignment."""
    match method, arguments:
        case "extend", [ast.List() | ast.ListComp() as items]:
            return f"{name} += {view.syntax.source(items)}"
        case "extend", [ast.GeneratorExp() as items]:
            return f"{name} += [{view.syntax.source(items)[1:-1]}]"
        case "extend", [items] if not isinstance(items, ast.Starred):
            return f"{name} += [*{enclosed(view.syntax.source(items))}]"
        case "insert", [ast.Constant(value=0), item]:
            return f"{name} = [{view.syntax.source(item)}, *{name}]"
        case "insert", [ast.Name() | ast.Constant() as place, item]:
            number = view.syntax.source(place)
            return f"{name} = [*{name}[:{number}], {view.syntax.source(item)}, *{name}[{number}:]]"
        case "reverse", []:
            return f"{name} = {name}[::-1]"
    return ""
