"""Every limit that leaves an answer incomplete is told with the file in which it was met."""

from __future__ import annotations

import pytest

from mindaudit.collect import collect
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.solver import memo_graph
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

CALLS = {"a": "b", "b": "c", "f": "a", "d": "e", "e": "f", "c": "d"}
RING = "".join(f"def {name}(x):\n    return {called}(x)\n" for name, called in CALLS.items())
ONE_IN_A_LIST = v.one(at.Items((v.constant(1),)))
DIVERGING = """
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


def test_arguments_are_followed_to_their_fixed_point_around_a_ring_of_calls() -> None:
    project = project_of(f"import torch\n{RING}a([1])\nb(True)\n")
    assert not project.gave_up("main.py")
    passed = {name: project.evaluator.passed(0, number, "x") for number, name in enumerate(CALLS, 1)}
    assert {v.spelled(value) for value in passed.values() if value} == {v.spelled(v.join([ONE_IN_A_LIST, v.constant(True)]))}


def test_values_that_make_each_other_grow_are_widened() -> None:
    assert limits(DIVERGING) == []


@pytest.mark.skipif(not memo_graph.__file__.endswith(".py"), reason="compiled code keeps its constants")
def test_values_that_do_not_converge_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo_graph, "_MOST_CHANGES", 2)
    assert limits(DIVERGING) == ["some values do not converge; their last approximation was kept"]


def test_a_class_with_many_subclasses_is_named() -> None:
    expected = "class Base has 13 subclasses; what only they define was looked for in 12, and methods without a body in 13"
    assert limits(SUBCLASSES) == [expected]
    assert limits(SUBCLASSES[: SUBCLASSES.index("class Sub12")]) == []


def test_a_class_with_many_ancestors_is_named() -> None:
    chain = "class C0:\n    pass\n" + "".join(f"class C{n}(C{n - 1}):\n    pass\n" for n in range(1, 110))
    assert "class C109 has too many ancestors; 100 were looked at" in limits(chain)


def test_a_function_with_many_different_calls_is_named() -> None:
    calls = "".join(f"use(pick('{number}'))\n" for number in range(201))
    expected = "function pick has too many different calls; 200 were analyzed separately"
    assert limits(f"def use(x):\n    return x\ndef pick(name):\n    return [name]\n{calls}") == [expected]
    assert limits(f"def use(x):\n    return x\ndef pick(name):\n    return [name]\n{calls.replace('200', '199')}") == []


def test_what_settles_met_no_limit() -> None:
    assert limits("import torch\ndef f(x):\n    return f(x) or x\nf(torch.ones(1))\n") == []


def project_of(text: str) -> Project:
    source = SourceFile("main.py", "main.py", text)
    return Project.resolved([source], [collect(source)])


def limits(text: str) -> list[str]:
    problems = project_of(text).gave_up("main.py")
    assert all(problem.code == "MA903" for problem in problems)
    return [problem.message for problem in problems]
