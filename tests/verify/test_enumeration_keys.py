"""What MA430 says of dicts whose keys are members of an enumeration, in graphs of this MindSpore."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore

pytestmark = pytest.mark.verify


class Plain(enum.Enum):
    ONE = "one"
    TWO = "two"


class Text(enum.StrEnum):
    ONE = "one"
    TWO = "two"


class Number(enum.IntEnum):
    ONE = 1
    TWO = 2


PLAIN: Any = {Plain.ONE: mindspore.mint.sin, Plain.TWO: mindspore.mint.neg}
TEXT: Any = {Text.ONE: mindspore.mint.sin, Text.TWO: mindspore.mint.neg}
NUMBER: Any = {Number.ONE: mindspore.mint.sin, Number.TWO: mindspore.mint.neg}
NUMBERS: Any = {Plain.ONE: 1.0, Plain.TWO: -1.0}


class Net(mindspore.nn.Cell):  # type: ignore[misc]
    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind


class OfPlain(Net):
    def construct(self, x: Any) -> Any:
        return PLAIN[self.kind](x)


class OfText(Net):
    def construct(self, x: Any) -> Any:
        return TEXT[self.kind](x)


class OfNumber(Net):
    def construct(self, x: Any) -> Any:
        return NUMBER[self.kind](x)


class OfNumbers(Net):
    def construct(self, x: Any) -> Any:
        return x * NUMBERS[self.kind]


class Asked(Net):
    def construct(self, x: Any) -> Any:
        return PLAIN.get(self.kind)(x)


class AskedForNumbers(Net):
    def construct(self, x: Any) -> Any:
        return x * NUMBERS.get(self.kind)


class Member(Net):
    def construct(self, x: Any) -> Any:
        return -x if self.kind in PLAIN else x


class MemberOfNumbers(Net):
    def construct(self, x: Any) -> Any:
        return -x if self.kind in NUMBERS else x


@pytest.fixture(autouse=True)
def _graph() -> Any:
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    yield
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


@pytest.mark.parametrize("network", [OfPlain, Asked, AskedForNumbers, Member])
def test_members_of_a_plain_enumeration_do_not_compile(network: type[Net]) -> None:
    with pytest.raises(RuntimeError, match="evaluator key only supports"):
        network(Plain.TWO)(mindspore.Tensor(np.ones(2, "float32")))


@pytest.mark.parametrize(
    ("network", "kind"), [(OfText, Text.TWO), (OfNumber, Number.TWO), (OfNumbers, Plain.TWO), (MemberOfNumbers, Plain.TWO)]
)
def test_members_that_are_texts_or_numbers_do_and_what_holds_numbers(network: type[Net], kind: Any) -> None:
    np.testing.assert_allclose(network(kind)(mindspore.Tensor(np.ones(2, "float32"))).asnumpy(), [-1.0, -1.0])
