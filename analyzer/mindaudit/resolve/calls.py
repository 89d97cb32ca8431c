"""What a call gives: torch functions by the catalog, project functions by their returns, modules by their forward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mindaudit.facts import Expression, Function
from mindaudit.resolve import values as v
from mindaudit.resolve.annotations import instance_of, instance_of_torch
from mindaudit.resolve.attributes import attribute, decorator_names, is_network, object_attribute
from mindaudit.resolve.builtin_calls import call_builtin, call_external, container_method
from mindaudit.resolve.containers import contained, element
from mindaudit.resolve.program import Program
from mindaudit.resolve.torch import MODULE, Api, value_of
from mindaudit.resolve.values import Atom, Value

_CONTAINERS = ("torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict", "torch.nn.ParameterList", "torch.nn.ParameterDict")
_KEEPING = frozenset({"torch.jit.script", "torch.compile", "torch.jit.ignore", "torch.jit.unused", "torch.jit.export", "torch.jit.script_if_tracing"})
_CALLING = frozenset({"torch.utils.checkpoint.checkpoint", "torch.vmap", "torch.func.vmap", "torch.func.functional_call"})
_TELLING = frozenset({"torch", "class", "function", "partial", "method"})
_SETTLED = frozenset({"tensor", "plain", "constant"})
_MISSING = v.Value(frozenset((v.ABSENT,)))
_DEEPEST_CONTEXT = 3
_MOST_CONTEXTS = 48
_LARGEST_RESULT = 400
_WRAPPING = frozenset({"torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel"})
_SAME_DTYPE = frozenset({
    "view", "reshape", "flatten", "unsqueeze", "squeeze", "transpose", "permute", "expand", "expand_as", "repeat", "clone", "contiguous", "detach", "t",
    "cuda", "cpu", "view_as", "reshape_as", "chunk", "split", "unbind", "narrow", "select", "index_select", "gather", "flip", "roll", "movedim", "cat",
    "stack", "swapaxes", "repeat_interleave", "masked_fill", "logical_not", "tril", "triu", "unflatten", "zeros_like", "ones_like", "full_like",
    "empty_like", "new_zeros", "new_ones", "to", "masked_select", "broadcast_to", "tile", "bitwise_not",
})  # fmt: skip
_CASTS = {"bool": "bool", "long": "int64", "int": "int32", "float": "float32", "half": "float16", "double": "float64", "byte": "uint8", "bfloat16": "bfloat16"}
_FACTORIES = frozenset({"zeros", "ones", "full", "empty", "arange", "linspace", "eye", "tensor", "as_tensor", "rand", "randn", "randint", "randperm", "logspace"})


class Arguments(NamedTuple):
    """The arguments of one call: (keyword, value), the keyword None, a name, "*" or "**"."""

    items: tuple[tuple[str | None, Value], ...]

    def positional(self, index: int) -> Value | None:
        """The argument at a position, if no starred one stands before it."""
        plain = []
        for key, value in self.items:
            if key == "*":
                break
            if key is None:
                plain.append(value)
        return plain[index] if index < len(plain) else None

    def named(self, name: str) -> Value | None:
        return next((value for key, value in self.items if key == name), None)

    def cause(self) -> int:
        return max((value.cause for _, value in self.items), default=v.CONST)


def arguments_of(program: Program, module: int, items: Sequence[tuple[str | None, int]]) -> Arguments:
    return Arguments(tuple((key, program.value(module, index)) for key, index in items))


def call(program: Program, module: int, e: Expression) -> Value:
    """The value of a call expression."""
    callee = program.value(module, e[1])
    if not callee.atoms:
        return v.UNKNOWN if callee.open else v.NEVER
    if callee.atoms == frozenset((("builtin", "super"),)):
        return _super(program, module, e)
    arguments = arguments_of(program, module, e[2])
    answers = [called(program, module, atom, arguments, callee) for atom in callee.atoms]
    return v.weaken(v.join([*answers, *([v.UNKNOWN] if callee.open else [])]), callee.level)


def called(program: Program, module: int, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    """What calling one thing gives."""
    match atom[0]:
        case "torch":
            return _torch_call(program, module, atom[1], arguments, callee)
        case "bound":
            return _bound_call(program, module, atom, arguments, callee)
        case "function":
            return function_result(program, atom[1], atom[2], arguments, 0)
        case "method":
            return function_result(program, atom[1], atom[2], arguments, 1)
        case "class":
            return _made(program, atom, arguments)
        case "object":
            return _module_call(program, module, atom, arguments)
        case "instance":
            return _instance_call(program, module, atom, arguments, callee)
        case "partial":
            inner: Value = atom[1]
            held = Arguments((*atom[2], *arguments.items)) if len(atom) > 2 else arguments
            return v.join([called(program, module, a, held, inner) for a in inner.atoms] or [v.UNKNOWN])
        case "builtin":
            return call_builtin(program, module, atom[1], arguments)
        case "external":
            return call_external(program, module, atom[1], arguments)
        case "container-method":
            return container_method(program, atom[1], atom[2], arguments, callee)
        case "constant" if atom[1] == "NoneType":
            return v.NEVER
    return v.UNKNOWN


def _super(program: Program, module: int, e: Expression) -> Value:
    """`super(Class, self)`: look-up starts behind the class whose method this is."""
    if len(e[2]) >= 2:
        for atom in program.value(module, e[2][0][1]).atoms:
            if atom[0] == "class":
                receiver = ("object", atom[1], atom[2])
                return v.one("super", atom[1], atom[2], receiver)
    return v.UNKNOWN


def _torch_call(program: Program, module: int, name: str, arguments: Arguments, callee: Value) -> Value:
    torch = program.torch
    first = arguments.positional(0)
    if torch.kind(name) == "class":
        return _torch_instance(program, name, arguments)
    if name in _KEEPING:
        return first if first is not None else v.UNKNOWN
    if name in _CALLING and first is not None:
        return v.join([called(program, module, a, Arguments(arguments.items[1:]), first) for a in first.atoms] or [v.UNKNOWN])
    api = torch.lookup(name)
    if api is None:
        return v.UNKNOWN
    receiver = first if first is not None else arguments.named("input")
    receiver = v.UNKNOWN if receiver is None else receiver
    if api.kind == "method" and api.returns.startswith("self"):
        return receiver
    return _returned(program, api, receiver, arguments, callee.level)


def _torch_instance(program: Program, name: str, arguments: Arguments) -> Value:
    if name in _WRAPPING and arguments.positional(0) is not None:
        return arguments.positional(0) or v.UNKNOWN
    if any(program.torch.derives(name, c) for c in _CONTAINERS):
        return v.one("instance", name, _contents(program, arguments))
    made = instance_of_torch(program, name)
    return made._replace(cause=max(arguments.cause(), v.CONFIG)) if made.cause == v.DATA else made


def _contents(program: Program, arguments: Arguments) -> Value:
    """What a torch container made with these arguments holds."""
    held = []
    for key, value in arguments.items:
        for atom in value.atoms:
            if atom[0] == "dict":
                held += [*dict(atom[1]).values(), atom[2]]
            elif atom[0] in ("list", "tuple", "items", "iterator", "grown", "set"):
                held.append(element(program, v.one(*atom)))
            elif key != "*":
                held.append(v.one(*atom, level=value.level))
        if value.open:
            held.append(v.UNKNOWN)
    inner = v.join(_pairs_apart(value) for value in held)
    return v.nested(inner)


def _pairs_apart(value: Value) -> Value:
    """The modules of (name, module) pairs, as in OrderedDict([...])."""
    pairs = [a for a in value.atoms if a[0] == "tuple" and len(a[1]) == 2]
    return v.join([a[1][1] for a in pairs]) if pairs and len(pairs) == len(value.atoms) else value


def _bound_call(program: Program, module: int, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    _, name, receiver = atom
    api = program.torch.lookup(name)
    if api is None:
        return v.UNKNOWN
    if name == "torch.nn.Module.get_submodule" or name == "torch.nn.Module.__call__":
        return v.UNKNOWN
    held = v.one(*receiver, level=callee.level, cause=callee.cause)
    if receiver[0] in ("object", "instance") and api.returns.startswith("iterator(") and receiver[0] == "instance" and receiver[2] is not None:
        if name in ("torch.nn.Module.children", "torch.nn.ModuleDict.values"):
            return v.holder("iterator", contained(receiver))
        if name in ("torch.nn.Module.named_children", "torch.nn.ModuleDict.items"):
            return v.holder("iterator", v.tuple_of((v.STRING, contained(receiver))))
    return _returned(program, api, held, arguments, callee.level)


def _returned(program: Program, api: Api, receiver: Value, arguments: Arguments, level: int) -> Value:
    """What a torch function or method gives for these arguments."""
    short = api.name.rpartition(".")[2].rstrip("_") or api.name
    cause = max(receiver.cause, arguments.cause())
    tags = api.tags
    dynamic = "dynamic_output_shape" in tags and not _is_static(short, arguments, receiver)
    if "data_dependent_output" in tags and not dynamic and receiver.cause >= v.DATA:
        cause = v.DATA
    tensor = next((a for a in receiver.atoms if a[0] == "tensor"), None)
    if api.name in ("torch.Tensor.size", "torch.Tensor.stride"):
        cause = v.DATA if tensor and tensor[3] else min(max(receiver.cause, v.CONST), v.SHAPE)
        return v.plain("int" if arguments.items else "size", cause)
    if api.name in ("torch.Tensor.dim", "torch.Tensor.numel", "torch.numel", "torch.Tensor.ndimension", "torch.Tensor.element_size", "torch.Tensor.get_device"):
        sized = short == "numel"
        return v.plain("int", (v.DATA if tensor and tensor[3] else min(receiver.cause, v.SHAPE)) if sized else v.CONST)
    if short.startswith("is_"):
        cause = min(cause, v.CONST)
    returned = program.torch.returned(api, _overload(api, arguments))
    value = value_of(returned, receiver, level, cause, dynamic)
    return _typed(value, short, tensor, arguments, receiver)


def _is_static(short: str, arguments: Arguments, receiver: Value) -> bool:
    """Spellings of a tagged operator whose shape does not depend on data."""
    count = sum(1 for key, _ in arguments.items if key is None)
    if short == "where":
        return count >= 2
    if short == "repeat_interleave":
        repeats = next((value for key, value in arguments.items if key == "repeats"), None)
        held = [value for key, value in arguments.items if key is None] + ([repeats] if repeats else [])
        return arguments.named("output_size") is not None or not any(a[0] == "tensor" for value in held[-2:] for a in value.atoms if value is not receiver)
    return False


def _overload(api: Api, arguments: Arguments) -> int:
    """Which of several `returns` applies: those with a dim come later in the catalog."""
    choices = api.returns.count("|")
    if not choices:
        return 0
    given = [value for key, value in arguments.items if key is None]
    has_dim = arguments.named("dim") is not None or any(a[1] == "int" for value in given[-1:] for a in value.atoms if a[0] in ("constant", "plain"))
    return 1 if has_dim else 0


def _typed(value: Value, short: str, tensor: Atom | None, arguments: Arguments, receiver: Value) -> Value:
    """The dtype that is known of a tensor result, and whether its shape follows a tensor of a shape made from data."""
    atoms = [a for a in value.atoms if a[0] == "tensor"]
    if len(atoms) != 1:
        return value
    atom = atoms[0]
    dtype = atom[1] or _CASTS.get(short)
    given = arguments.named("dtype") or (arguments.positional(0) if short in ("to", "type") else None)
    named = [a[1].removeprefix("torch.") for a in given.atoms if a[0] == "torch"] if given else []
    if len(named) == 1 and not (given and given.open):
        dtype = named[0]
    elif short == "to" and given is not None and (given.open or any(a[0] == "plain" and a[1] == "dtype" for a in given.atoms)):
        dtype = None
    elif dtype is None and tensor is not None and short in _SAME_DTYPE:
        dtype = tensor[1]
    elif dtype is None and short in ("cat", "stack"):
        inner = [a[1] for held in receiver.atoms if held[0] in ("list", "items", "tuple") for w in ([held[1]] if held[0] == "list" else held[1]) for a in w.atoms if a[0] == "tensor"]
        dtype = inner[0] if inner and len(set(inner)) == 1 else None
    cause = arguments.cause() if short in _FACTORIES else value.cause
    changed = frozenset(a for a in value.atoms if a is not atom) | {("tensor", dtype, atom[2], atom[3])}
    return value._replace(atoms=changed, cause=cause)


def _made(program: Program, atom: Atom, arguments: Arguments) -> Value:
    """An instance of a project class, or what its `__new__` or a metaclass would give."""
    _, module, number = atom
    return v.one("object", module, number)


def _module_call(program: Program, module: int, atom: Atom, arguments: Arguments) -> Value:
    """Calling an instance: its class's `__call__`, or a network's forward."""
    for name in ("__call__", "forward"):
        value = object_attribute(program, atom, name)
        targets = [a for a in value.atoms if a[0] in ("method", "function")]
        if targets and (name == "__call__" or is_network(program, atom[1], atom[2])):
            return v.join(called(program, module, a, arguments, value) for a in targets)
    if is_network(program, atom[1], atom[2]):
        for base in _concrete(program, atom):
            return _instance_call(program, module, ("instance", base, None), arguments, v.UNKNOWN)
        return v.tensor(level=v.LIKELY)._replace(open=True)
    return v.UNKNOWN


def _concrete(program: Program, atom: Atom) -> Sequence[str]:
    from mindaudit.resolve.attributes import torch_bases

    return [b for b in torch_bases(program, atom[1], atom[2]) if b != MODULE and program.torch.derives(b, MODULE)][:1]


def _instance_call(program: Program, module: int, atom: Atom, arguments: Arguments, callee: Value) -> Value:
    """Calling an instance of a torch class."""
    _, name, held = atom
    torch = program.torch
    first = arguments.positional(0)
    if not torch.derives(name, MODULE):
        return first if name in ("torch.no_grad", "torch.enable_grad", "torch.autocast", "torch.amp.autocast") and first else v.UNKNOWN
    if torch.derives(name, "torch.nn.Sequential"):
        inner = held if held is not None else v.UNKNOWN
        results = [called(program, module, a, arguments, inner) for a in inner.atoms if a[0] in ("object", "instance")]
        return v.join([*results, *([v.tensor(level=v.LIKELY)._replace(open=True)] if inner.open or not results else [])])
    if name == "torch.nn.Identity":
        return first if first is not None else v.UNKNOWN
    dynamic = first is not None and any(a[0] == "tensor" and a[3] for a in first.atoms)
    forward = torch.method(name, "forward")
    if name == MODULE or forward is None or forward.name.startswith(MODULE) or not forward.returns or forward.returns == "any":
        return v.tensor(level=v.LIKELY)._replace(open=True)
    return value_of(torch.returned(forward), first or v.UNKNOWN, v.CERTAIN, v.DATA, dynamic)


def method_result(program: Program, atom: Atom, name: str) -> Value | None:
    """The result of a method of a project object called without arguments; None when it has none."""
    value = object_attribute(program, atom, name)
    targets = [a for a in value.atoms if a[0] == "method"]
    if not targets:
        return None
    return v.join(function_result(program, a[1], a[2]) for a in targets)


# Project functions


def function_result(program: Program, module: int, number: int, arguments: Arguments | None = None, skip: int = 0) -> Value:
    """What a project function returns; where that hangs on a parameter that gets a class, function or constant, for this very call."""
    function = program.function(module, number)
    general = program.cached("results", (module, number), lambda: _general_result(program, module, number))
    general = general if general is not None else v.NEVER
    if arguments is None or function.yields or (general.atoms and not general.open and all(a[0] in _SETTLED for a in general.atoms)):
        return general
    deciding = program.cached("static deciding", (module, number), lambda: _deciding_parameters(program, module, function))
    if not deciding:
        return general
    bound = bind(program, module, function, arguments, skip)
    told = {name: bound[name] for name in deciding if name in bound and _is_telling(bound[name])}
    if not told and not any(_passes(program, module, function, name) for name in deciding if name in bound):
        return general
    return _specific_result(program, module, function, number, general, {**{n: bound[n] for n in deciding if n in bound}, **told})


def _specific_result(program: Program, module: int, function: Function, number: int, general: Value, bound: dict[str, Value]) -> Value:
    """The result with these values of the deciding parameters, made once for each combination."""
    for param in function.params:
        if param.name not in bound and param.default >= 0 and param.annotation < 0:
            bound[param.name] = program.value(module, param.default)
    made: dict[object, Value] = program.caches.setdefault("specific", {})
    key = module, number, tuple(sorted(bound.items(), key=lambda item: item[0]))
    if key in made:
        return made[key]
    if len(program.outer_caches) >= _DEEPEST_CONTEXT or sum(1 for k in made if k[:2] == key[:2]) >= _MOST_CONTEXTS:  # type: ignore[index]
        return general
    made[key] = general
    with program.assuming(module, number, bound):
        made_here = _general_result(program, module, number)
    made[key] = made_here
    return made_here


def _passes(program: Program, module: int, function: Function, name: str) -> bool:
    """Whether a parameter is itself among the results."""
    return any(name == passed for passed in program.cached("static passed", (module, function.start), lambda: _passed_through(program, module, function)))


def _is_telling(value: Value) -> bool:
    """Whether a value is a class, function or constant that a function may choose by."""
    return any(a[0] in _TELLING or (a[0] == "constant" and a[1] in ("str", "NoneType", "bool")) for a in value.atoms)


def _passed_through(program: Program, module: int, function: Function) -> tuple[str, ...]:
    """The parameters that are results themselves."""
    found = []
    for index in function.results:
        e = program.expression(module, index)
        while e[0] == "narrow":
            e = program.expression(module, e[1])
        if e[0] == "param":
            found.append(e[2])
    return tuple(found)


def _deciding_parameters(program: Program, module: int, function: Function) -> tuple[str, ...]:
    """The parameters that a function's results are made from."""
    number = next((i for i, f in enumerate(program.facts[module].functions) if f is function), -1)
    expressions, slots = program.facts[module].expressions, program.facts[module].slots
    seen: set[int] = set()
    names: dict[str, None] = {}
    stack = list(function.results)
    while stack and len(seen) < _LARGEST_RESULT:
        index = stack.pop()
        if index in seen or index < 0:
            continue
        seen.add(index)
        e = expressions[index]
        if e[0] == "param":
            if e[1] == number:
                names[e[2]] = None
        elif e[0] == "phi":
            stack.extend(slots[e[1]])
        elif e[0] not in ("const", "name", "import", "from"):
            stack.extend(_operands(e))
    receiver = function.params[0].name if function.params and function.class_ >= 0 else ""
    return tuple(name for name in sorted(names) if name != receiver)


def _operands(e: Expression) -> list[int]:
    """The expressions inside one that its value is made from; of a call the callee and arguments."""
    match e[0]:
        case "call":
            return [e[1], *(index for _, index in e[2])]
        case "dict":
            return [index for pair in e[1] for index in pair]
        case "compare" | "bool":
            return list(e[2])
        case "join" | "list" | "tuple" | "set" | "fstring":
            return list(e[1])
        case "binary":
            return [e[2], e[3]]
        case "unary":
            return [e[2]]
        case "comp":
            return [e[2]]
        case "narrow":
            return [e[1]]
        case "grow":
            return [e[1], e[3]]
        case "ifexp" | "sub" | "slice":
            return list(e[1:])
        case "func" | "class" | "unknown" | "super":
            return []
    return [e[1]]


def _general_result(program: Program, module: int, number: int) -> Value:
    function = program.function(module, number)
    if function.yields:
        return v.holder("iterator", v.join(program.value(module, index) for index in function.yields))
    value = v.join([program.value(module, index) for index in function.results])
    if function.annotation >= 0 and (value.open or not value.atoms):
        declared = instance_of(program, module, function.annotation)
        if declared.atoms:
            return v.join((value._replace(open=False), declared))
    if not function.results and "lambda" not in function.flags:
        return v.NONE if not decorator_names(program, module, number) & {"abstractmethod", "overload"} else v.UNKNOWN
    return value


def bind(program: Program, module: int, function: Function, arguments: Arguments, skip: int) -> dict[str, Value]:
    """Which parameter gets which value; `skip` parameters are bound already (self)."""
    bound: dict[str, Value] = {}
    ordered = [p for p in function.params if p.kind in ("positional", "both")][skip:]
    names = {p.name for p in function.params if p.kind in ("both", "keyword")}
    star = next((p.name for p in function.params if p.kind == "*"), None)
    stars = next((p.name for p in function.params if p.kind == "**"), None)
    position, extra, more = 0, [], {}
    spread = False
    partly: set[str] = set()
    for key, value in arguments.items:
        if key is None and not spread:
            if position < len(ordered):
                bound[ordered[position].name] = value
            else:
                extra.append(value)
            position += 1
        elif key in (None, "*"):
            position, spread = _spread(program, ordered, position, value, key == "*", bound, extra, spread)
        elif key == "**":
            partly |= _spread_names(value, names, bound, more)
        elif key in names:
            bound[key] = value
        else:
            more[key] = value
    for param in function.params:
        if param.name in partly and param.default >= 0:
            bound[param.name] = v.join((bound[param.name], program.value(module, param.default)))
    if star and extra:
        bound[star] = v.holder("list", v.join(extra))
    if stars and more:
        bound[stars] = v.dict_of(more.items(), v.NEVER)
    return bound


def _spread(
    program: Program, ordered: Sequence[object], position: int, value: Value, starred: bool, bound: dict[str, Value], extra: list[Value], spread: bool
) -> tuple[int, bool]:
    """Bind `*value`: item by item when its length is known, else its elements to all parameters that are left."""
    atom = v.only(value)
    if starred and atom and atom[0] in ("tuple", "items") and not spread:
        for inner in atom[1]:
            if position < len(ordered):
                bound[ordered[position].name] = inner  # type: ignore[attr-defined]
            else:
                extra.append(inner)
            position += 1
        return position, spread
    inner = element(program, value) if starred else value
    for param in ordered[position:]:
        bound.setdefault(param.name, inner)  # type: ignore[attr-defined]
    extra.append(inner)
    return position, True


def _spread_names(value: Value, names: set[str], bound: dict[str, Value], more: dict[str, Value]) -> set[str]:
    """Bind `**value`; the names that only some of the dicts that it can be hold."""
    dicts = [dict(atom[1]) for atom in value.atoms if atom[0] == "dict"]
    partly = set()
    for key in sorted({key for held in dicts for key in held if isinstance(key, str)}):
        inner = v.join(held.get(key, _MISSING) for held in dicts)
        if key in names:
            bound[key] = v.join((bound[key], v.present(inner))) if key in bound else v.present(inner)
            if v.ABSENT in inner.atoms:
                partly.add(key)
        else:
            more[key] = v.join((more[key], inner)) if key in more else inner
    return partly


__all__ = ["Arguments", "arguments_of", "attribute", "bind", "call", "called", "function_result", "method_result"]
