"""What a walrus binds reaches the code behind it, with the value from before where it may not have run."""

from __future__ import annotations

import pytest

from mindaudit.collect import collect
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile


def constants(facts: ModuleFacts, index: int) -> set[object]:
    """The constants that an expression can be, "?" for anything else."""
    match facts.expressions[index]:
        case ex.Constant(_, value):
            return {value}
        case ex.Join(values):
            return set().union(*(constants(facts, each) for each in values))
        case ex.Phi(slot):
            return set().union(*(constants(facts, each) for each in facts.slots[slot]))
        case ex.Narrowed(value, _, _):
            return constants(facts, value)
        case ex.Name(function, name) if name in facts.functions[function].bindings:
            return set().union(*(constants(facts, each) for each in facts.functions[function].bindings[name]))
    return {"?"}


def used(text: str) -> list[set[object]]:
    """What can be passed to each call of `use`, in source order."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    facts = collect(SourceFile("main.py", "main.py", f"def f(a, b):\n{lines}"))
    calls = [call for call in facts.calls if facts.expressions[call.callee] == ex.Name(1, "use")]
    return [constants(facts, call.arguments[0].expression) for call in calls]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if a and (x := 1):\n    use(x)\nelse:\n    use(x)", [{1}, {1}]),
        ("x = 0\nif a and (x := 1):\n    use(x)\nelse:\n    use(x)\nuse(x)", [{1}, {0, 1}, {0, 1}]),
        ("x = 0\nif not a or (x := 1) is None:\n    return\nuse(x)", [{1}]),
        ("x = 0\nif not (a and (x := 1)):\n    use(x)\nelse:\n    use(x)", [{0, 1}, {1}]),
        ("x = 0\nif (a and (x := 1)) and b:\n    use(x)\nuse(x)", [{1}, {0, 1}]),
        ("x = 0\nif a or (x := 1):\n    use(x)", [{0, 1}]),
        ("x = 0\ny = a and (x := 1)\nuse(x)", [{0, 1}]),
        ("x = None\nif x is None and (x := 1):\n    use(x)\nuse(x)", [{1}, {None, 1}]),
        ("x = 0\nwhile a and (x := 1):\n    use(x)\nuse(x)", [{1}, {0, 1}]),
        ("x = 0\nwhile use(x) and (x := 1):\n    pass\nuse(x)", [{0, 1}, {0, 1}]),
        ("x = 0\nfor y in a:\n    use(x)\n    if (x := 1):\n        pass", [{0, 1}]),
        ("x = 0\ny = use(x) if (x := 1) else use(x)\nuse(x)", [{1}, {1}, {1}]),
        ("x = 0\ny = use(x) if a and (x := 1) else use(x)", [{0, 1}, {0, 1}]),
        ("x = 0\ny = (x := 1) if a else (x := 2)\nuse(x)", [{0, 1, 2}]),
        ("x = 0\ny = [(x := 1) for _ in a]\nuse(x)", [{0, 1}]),
        ("if any((x := 1) for _ in a):\n    use(x)", [{1}]),
        ("x = 0\ny = lambda: (x := 1)\nuse(x)", [{0}]),
    ],
)
def test_names(text: str, expected: list[set[object]]) -> None:
    assert used(text) == expected


def test_a_global_name_is_exported() -> None:
    facts = collect(SourceFile("main.py", "main.py", "def f(a):\n    global x\n    if a and (x := 1):\n        pass\n"))
    assert constants(facts, facts.exports["x"]) == {1}
