"""Which expressions of a module hang on which functions' parameters, by what stands in the module alone."""

from __future__ import annotations

from collections.abc import Sequence

from mindaudit.facts.records import Expression, ModuleFacts


def dependence(facts: ModuleFacts) -> Sequence[int]:
    """For each expression of a module the numbers of the functions, as bits, on whose parameters (but self) its value can hang."""
    receivers = {(number, f.params[0].name) for number, f in enumerate(facts.functions) if f.class_ >= 0 and f.params}
    depends = [1 << e[1] if e[0] == "param" and (e[1], e[2]) not in receivers else 0 for e in facts.expressions]
    parts = [(index, inner) for index, e in enumerate(facts.expressions) if (inner := _parts(facts, e))]
    changing = True
    while changing:
        # again, because operands can stand further down: a loop's value, a name that is looked up late
        changing = False
        for index, inner in parts:
            found = 0
            for operand in inner:
                if operand >= 0:
                    found |= depends[operand]
            if found != depends[index]:
                depends[index] = found
                changing = True
    return depends


def _parts(facts: ModuleFacts, e: Expression) -> Sequence[int]:
    match e[0]:
        case "phi":
            return facts.slots[e[1]]
        case "name":
            return bindings(facts, e[1], e[2])
        case "const" | "import" | "from" | "param":
            return ()
    return operands(e)


def bindings(facts: ModuleFacts, number: int, name: str) -> Sequence[int]:
    """The values of a name in a function or the nearest one around it that binds it; empty if only the module can."""
    while number > 0:
        function = facts.functions[number]
        bound = function.bindings.get(name)
        if bound:
            return bound
        number = function.parent
    return ()


def operands(e: Expression) -> list[int]:
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
        case "annotated":
            return [e[1]]
        case "ifexp" | "sub" | "slice":
            return list(e[1:])
        case "func" | "class" | "unknown" | "super":
            return []
    return [e[1]]
