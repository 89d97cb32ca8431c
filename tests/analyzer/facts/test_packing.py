from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit.collect import collect
from mindaudit.facts.packing import DamagedError, pack, unpack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile

PROGRAMS = sorted((Path(__file__).parents[2] / "projects").rglob("*.py"))
VALUES = [
    "x = -10, 1j, 2.5, b'\\0', ..., None, True, 1, 1.0\n",
    f"x = {10**40}, {-(10**40)}, {2**63}, {-(2**63)}, {2**64 - 1}, 0x{'f' * 3_000}\n",
    "x = '\\ud800', {'\\udfff': '名'}\n\nclass 名:\n    值 = 1\n",
    "class A:\n    def f(self, x):\n        self.register_buffer('\\ud800', x)\n        self.register_buffer('é', 2j)\n",
    "*a, b = *_, c = x\n",
    "",
]

DEEP = b"\x92\x9a\xa0\x91\x93\xa5const\xa3int" + b"\x91" * 100_000
"""A constant whose value is lists in lists."""


def facts(text: str) -> ModuleFacts:
    return collect(SourceFile("a.py", "a.py", text))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_what_is_unpacked_is_what_was_packed(path: Path) -> None:
    made = facts(path.read_text("utf-8"))
    unpacked = unpack(pack(made), "b.py")
    assert unpacked == made._replace(path="b.py")
    assert repr(unpacked.expressions) == repr(made.expressions)  # equal numbers can be of two types


@pytest.mark.parametrize("text", VALUES)
def test_every_value_that_a_file_can_hold(text: str) -> None:
    assert repr(unpack(pack(facts(text)), "a.py")) == repr(facts(text))


def test_a_huge_file() -> None:
    text = "x = 1\n" + "#" * (1 << 18) + "\ny = f(x)\n"
    assert unpack(pack(facts(text)), "a.py") == facts(text)


@pytest.mark.parametrize("content", [b"", b"\xc0", b"\x90", b"\x92\x90\x90", b"\xff" * 100, DEEP])
def test_what_was_not_packed_is_damaged(content: bytes) -> None:
    with pytest.raises(DamagedError):
        unpack(content, "a.py")


def test_no_cut_or_changed_byte_does_more_than_damage() -> None:
    packed = pack(facts(PROGRAMS[0].read_text("utf-8")))
    for at in range(0, len(packed), 7):
        for content in (packed[:at], packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :]):
            try:
                unpack(content, "a.py")
            except DamagedError:
                continue
