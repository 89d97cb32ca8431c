"""Every sentence of the tables is there in Chinese."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import get_args

import pytest

import mindaudit_data
from mindaudit.classify import adapt
from mindaudit.classify.answer import Answer
from mindaudit.classify.prepare import plain_reason
from mindaudit.model import Verdict
from mindaudit_data.chinese import in_chinese, lacking

FOLDER = Path(mindaudit_data.__file__).parent
BLANK = re.compile(r"\{\w+\}")


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((FOLDER / name).read_text("utf-8").splitlines()))


@pytest.mark.parametrize("file", sorted(file.name for file in (FOLDER / "mappings").glob("*.csv")))
def test_every_note_and_difference_of_a_row(file: str) -> None:
    without = set()
    for row in rows(f"mappings/{file}"):
        found = adapt.parse(row["adapt"])
        texts = [row["note"], *(each.text for each in found.differences), *found.drops.values()]
        without |= {sentence for text in texts for sentence in lacking(text)}
    assert not without, "add these to mapping_data/mindaudit_data/chinese.csv"


def test_every_reason_to_leave_a_parameter_out() -> None:
    texts = {row[column] for row in rows("dropped.csv") for column in ("reason", "difference") if row[column]}
    assert [text for text in texts if lacking(text)] == []


def test_what_is_known_of_other_libraries() -> None:
    said = {row["substitute"] for row in rows("third_party.csv") if re.search(r"[a-z] [a-z]", row["substitute"])}
    assert [text for text in said if lacking(text)] == []


@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_every_reason_of_rows_without_a_note(verdict: Verdict) -> None:
    assert not re.search("[a-z]{4}", in_chinese(plain_reason(Answer(verdict), "F.f")).replace("MindSpore", ""))


def test_every_row_says_something_with_the_same_blanks() -> None:
    found = rows("chinese.csv")
    assert len({row["en"] for row in found}) == len(found)
    for row in found:
        assert re.search(r"[\u4e00-\u9fff]", row["zh"]), row
        assert sorted(BLANK.findall(row["en"])) == sorted(BLANK.findall(row["zh"])), row


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("Inplace is left out: MindSpore computes a new tensor.", "省略 inplace：MindSpore 计算新的张量。"),
        (
            "It may also be torch.npu: torch.npu is not a public name of torch 2.13.",
            "也可能是 torch.npu：torch.npu 不是 torch 2.13 的公开名称。",
        ),
        (
            "Whether dim is int and other is tensor cannot be seen here, and it decides what to write.",
            "此处无法看出 dim 为 int 且 other 为 tensor 是否成立，而这决定如何改写。",
        ),
        (
            "Taken for granted here: size not in {(), []} and size is list or tuple.",
            "此处假定：size 不属于 {(), []} 且 size 为 list 或 tuple。",
        ),
        ("What **options holds is left out.", "省略 **options 的内容。"),
        (
            "No candidate of the table fits here: the candidate f:method is not for graph mode.",
            "映射表中没有适用的候选：候选 f:method 不适用于 graph 模式。",
        ),
        (
            "class A has 59 subclasses; what only they define was looked for in 12, and methods without a body in 24",
            "类 A 有 59 个子类；仅由子类定义的内容查找了其中 12 个，没有函数体的方法查找了其中 24 个",
        ),
        ("expressions nested too deeply; what depends on them is unknown", "表达式嵌套过深；依赖它们的内容未知"),
        ("some values do not converge; their last approximation was kept", "部分值无法收敛；保留了最后一次的近似结果"),
        ("class A has too many ancestors; 12 were looked at", "类 A 的祖先类过多；只查看了 12 个"),
        ("the candidate f:general is not for the backend cpu", "候选 f:general 不适用于后端 cpu"),
        ("A plain mean. Nobody ever wrote this. Plain Python.", "A plain mean. Nobody ever wrote this. 普通 Python。"),
        ("", ""),
    ],
)
def test_sentence_by_sentence(english: str, chinese: str) -> None:
    assert in_chinese(english) == chinese


def test_a_blank_does_not_swallow_the_statement_behind_it() -> None:
    ran = "10 of 10 samples equal torch's on cpu, MindSpore 2.10, graph mode"
    tested = "MindSpore's own tests run mindspore.mint.f on ascend in graph mode"
    assert in_chinese(f"{ran}; {tested}") == f"{in_chinese(ran)}；{in_chinese(tested)}"
    assert in_chinese(f"{ran}; x0.f(): value; {tested}") == f"{in_chinese(ran)}；x0.f(): value；{in_chinese(tested)}"
    assert "；own words" in in_chinese(f"{ran}; own words")
    assert in_chinese("no gradient in 1 of 3 samples") == "3 个样本中 1 个没有梯度"


def test_what_severities_rest_on() -> None:
    assert [row["evidence"] for row in rows("severities.csv") if lacking(row["evidence"])] == []
