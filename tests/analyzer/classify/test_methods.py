"""Which calls of Tensor's methods can stay: by the kinds of their arguments, and what running such calls gave."""

from __future__ import annotations

import pytest

import mindaudit_data
from mindaudit.classify.methods import form_of, stays
from mindaudit.model import ANY, Argument, Target, Usage, Value

TARGET = Target("2.10", "pynative", "cpu")
INT, BOOL, FLOAT = (Value(frozenset({name})) for name in ("int", "bool", "float"))


def call(method: str, *positional: Value, dtype: str | None = None, **named: Value) -> Usage:
    arguments = [Argument((2, 3), None, "", value) for value in positional]
    arguments += [Argument((2, 3), name, "", value) for name, value in named.items()]
    receiver = Argument((0, 1), None, "", Value(frozenset({"tensor"}), dtype=dtype))
    return Usage((0, 9), "call", f"torch.Tensor.{method}", "certain", callee=(0, 1), receiver=receiver, arguments=tuple(arguments))


def test_the_form_of_a_call_names_kinds_and_keywords() -> None:
    assert form_of(call("sum", INT, keepdim=BOOL)) == "int keepdim=bool"
    assert form_of(call("permute", INT, INT, INT)) == "int.."
    assert form_of(call("sum", ANY)) is None


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (call("sum", INT, keepdim=BOOL), True),
        (call("unsqueeze", ANY), True),
        (call("exp"), False),
        (call("exp", dtype="float32"), True),
        (call("exp", dtype="int64"), False),
        (call("softmax", dim=INT), False),
        (call("no_such_method"), False),
        (call("add_", INT), False),
        (call("to", Value(frozenset({"dtype"})), dtype="float32"), True),
        (call("to", ANY), False),
        (call("to", Value(frozenset({"str"}))), False),
    ],
)
def test_a_call_stays_where_every_form_that_it_may_have_gave_the_same(usage: Usage, expected: bool) -> None:
    assert stays(usage, TARGET, mindaudit_data.load()) is expected


def test_what_ran_on_another_version_says_nothing() -> None:
    assert not stays(call("sum", INT), Target("2.3", "pynative", "cpu"), mindaudit_data.load())
