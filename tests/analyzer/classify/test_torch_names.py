from __future__ import annotations

import pytest

from mindaudit.classify.torch_names import api_of
from mindaudit.errors import UsageError


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("torch.nn.modules.conv.Conv2d", "torch.nn.Conv2d"),
        ("F.gelu", "torch.nn.functional.gelu"),
        ("nn.Linear", "torch.nn.Linear"),
        (".view", "torch.Tensor.view"),
        ("Tensor.view", "torch.Tensor.view"),
        ("abs", "torch.abs"),
        ("kaiming_normal_", "torch.nn.init.kaiming_normal_"),
    ],
)
def test_names_as_people_write_them(written: str, name: str) -> None:
    assert api_of(written).name == name


def test_several_that_end_so_are_named() -> None:
    with pytest.raises(UsageError, match=r"torch\.optim\."):
        api_of("add_param_group")
    with pytest.raises(UsageError, match="did you mean"):
        api_of("torch.nn.Conv2dd")
