"""Every limit that leaves an answer incomplete is told with the file in which it was met."""

from __future__ import annotations

import mindaudit_data
from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project

CALLS = {"a": "b", "b": "c", "f": "a", "d": "e", "e": "f", "c": "d"}
RING = "".join(f"def {name}(x):\n    return {called}(x)\n" for name, called in CALLS.items())
SWINGING = """
def wrap(x):
    seen = []
    while x:
        x = (x, seen, {"before": x})
        seen.append([x, seen])
        x = wrap(x)[0] or seen
    return x, seen
wrap(wrap)
"""
SUBCLASSES = "class Base:\n    def run(self):\n        return self.made()\n" + "".join(
    f"class Sub{n}(Base):\n    def made(self):\n        return {n}\n" for n in range(13)
)


def test_parameters_whose_arguments_do_not_reach_their_fixed_point_are_named() -> None:
    found = limits(f"import torch\n{RING}a([1])\nb(True)\n")
    assert any(limit.startswith("more is passed than was followed to its end: ") and limit.endswith("(x)") for limit in found)


def test_values_that_do_not_settle_are_told() -> None:
    assert "some values make each other grow or swing without end; they were left as they were" in limits(SWINGING)


def test_a_class_with_many_subclasses_is_named() -> None:
    expected = "class Base has 13 subclasses; what only they define was looked for in 12, and methods without a body in 13"
    assert limits(SUBCLASSES) == [expected]
    assert limits(SUBCLASSES[: SUBCLASSES.index("class Sub12")]) == []


def test_a_class_with_many_ancestors_is_named() -> None:
    chain = "class C0:\n    pass\n" + "".join(f"class C{n}(C{n - 1}):\n    pass\n" for n in range(1, 110))
    assert "class C109 has too many ancestors; 100 were looked at" in limits(chain)


def test_what_settles_met_no_limit() -> None:
    assert limits("import torch\ndef f(x):\n    return f(x) or x\nf(torch.ones(1))\n") == []


def limits(text: str) -> list[str]:
    source = SourceFile("main.py", "main.py", text)
    project = Project.resolved([source], [collect(source)], mindaudit_data.torch_catalog())
    problems = project.gave_up("main.py")
    assert all(problem.code == "MA903" for problem in problems)
    return [problem.message for problem in problems]
