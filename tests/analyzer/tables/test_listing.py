from __future__ import annotations

import pytest

from mindaudit.errors import UsageError
from mindaudit.model import Target
from mindaudit.tables.listing import differences, entries


def test_every_mapped_name_has_an_answer() -> None:
    found = list(entries(Target()))
    assert [entry.torch_name for entry in found] == sorted(entry.torch_name for entry in found)
    assert {entry.verdict for entry in found} <= {"supported", "equivalent", "composable", "custom-op", "unknown", "out-of-scope"}
    assert all(entry.mindspore_name.startswith("mindspore.") for entry in found if entry.mindspore_name)


def test_names_may_be_written_in_any_spelling() -> None:
    (entry,) = entries(Target(), ["torch.nn.modules.linear.Linear"])
    assert entry.torch_name == "torch.nn.Linear"
    assert entry.mindspore_name


def test_an_unknown_name_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match=r"did you mean torch\.nn\.Linear,"):
        list(entries(Target(), ["torch.nn.Linaer"]))


def test_versions_are_told_apart() -> None:
    changes = {change.torch_name: change for change in differences(Target("2.4"), Target("2.6"))}
    assert changes
    assert all(change.old != change.new for change in changes.values())
    assert list(differences(Target("2.6"), Target("2.6"))) == []
