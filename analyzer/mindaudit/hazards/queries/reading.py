"""Whether a number was read from tensor data: by its expression, through local names and the results of project functions.

The resolver's cause joins what all callers pass, so that one number from data makes every parameter on its way suspect.
A rule that claims "this branch depends on data" asks for the reading itself.
"""

from __future__ import annotations

from mindaudit.hazards.queries.tensors import tensor_level
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_DEEPEST = 24
_CONVERTING = frozenset({"int", "float", "bool", "complex", "round", "abs", "max", "min", "sum", "any", "all"})
_READING = frozenset({"torch.Tensor.item", "torch.Tensor.tolist", "torch.Tensor.numpy", "torch.Tensor.__int__", "torch.Tensor.__float__"})


def reads_data(program: Program, module: int, index: int, depth: int = 0) -> bool:
    """Whether the value of an expression goes back to a tensor that was read on the host."""
    if index < 0 or depth > _DEEPEST:
        return False
    return bool(program.once("reads data", (module, index), lambda: _reads_data(program, module, index, depth)))


def _reads_data(program: Program, module: int, index: int, depth: int) -> bool:
    e = program.expression(module, index)
    parts: tuple[int, ...] = ()
    match e[0]:
        case "call":
            return _called(program, module, index, depth)
        case "narrow" | "item" | "elem" | "sub" | "annotated":
            parts = (e[1],)
        case "phi":
            parts = program.facts[module].slots[e[1]]
        case "join" | "tuple" | "list":
            parts = e[1]
        case "binary" | "ifexp":
            parts = e[2:]
        case "unary" | "comp":
            parts = (e[2],)
        case "compare" | "bool":
            parts = e[2]
            if e[0] == "compare" and all(operator in ("Is", "IsNot") for operator in e[1]):
                return False
    return any(_reads(program, module, part, e[0], depth + 1) for part in parts)


def _reads(program: Program, module: int, part: int, operation: str, depth: int) -> bool:
    """Whether a part of an expression brings data in: what a comparison or boolean operator makes of a tensor is a reading, too."""
    if operation in ("compare", "bool", "unary") and _is_tensor(program, module, part):
        return True
    return reads_data(program, module, part, depth)


def _called(program: Program, module: int, index: int, depth: int) -> bool:
    _, callee, arguments = program.expression(module, index)
    operands = [argument for _, argument in arguments]
    for atom in program.value(module, callee).atoms:
        match atom[0]:
            case "builtin" if atom[1] in _CONVERTING:
                if any(_is_tensor(program, module, o) or reads_data(program, module, o, depth + 1) for o in operands):
                    return True
            case "external" if atom[1].startswith(("math.", "numpy.")):
                if any(_is_tensor(program, module, o) or reads_data(program, module, o, depth + 1) for o in operands):
                    return True
            case "torch" | "bound":
                if _torch_reads(program, atom):
                    return True
            case "function" | "method":
                if _result_reads(program, atom, depth) or any(reads_data(program, module, o, depth + 1) for o in operands):
                    return True
    return False


def _torch_reads(program: Program, atom: Atom) -> bool:
    api = program.torch.lookup(atom[1])
    return atom[1] in _READING or (api is not None and "data_dependent_output" in api.tags)


def _result_reads(program: Program, atom: Atom, depth: int) -> bool:
    """Whether one of a project function's results is read from data there."""
    _, module, number = atom[:3]
    return any(reads_data(program, module, result, depth + 3) for result in program.function(module, number).results)


def _is_tensor(program: Program, module: int, index: int) -> bool:
    """Whether an expression is a tensor for certain, or by more than a convention about parameters."""
    level = tensor_level(program, module, index)
    if not level or program.value(module, index).open:
        return False
    return level == v.CERTAIN or program.expression(module, index)[0] != "param"
