"""MA521: on CPU a step on an axis between others has no gradient; where the axis comes first, it has the right one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from networks import loaded
from recipe_checks import mindspore

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
PYNATIVE = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
FORMS = [", ".join(form) for count in (2, 3, 4) for form in product((":", "1::2"), repeat=count) if "1::2" in form]
BETWEEN = [form for form in FORMS if "1::2" in form.split(", ")[1:-1]]
SHORT = [":, 1::2", ":, 0::2, ...", ":, 0::2, None", ":, None, 0::2", ":, ::2, 0", "0, :, ::2", "1, 1::2", "..., ::2, None, :"]
"""Indices of a tensor of four dimensions that name fewer."""


def _gradient(function: Any, x: Any) -> Any:
    def tripled(x: Any) -> Any:
        return (function(x) * 3).sum()

    return mindspore.grad(tripled)(mindspore.Tensor(x)).asnumpy()


@pytest.fixture(autouse=True)
def _eager_again() -> Iterator[None]:
    """The mode in which other tests begin."""
    yield
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


def _rewritten(form: str, folder: Path) -> Any:
    source = f"import torch\n\n\nclass M(torch.nn.Module):\n    def forward(self, x: torch.Tensor):\n        return x[{form}]\n"
    (folder / "old.py").write_text(source)
    (folder / "new.py").write_text(rewrite([folder / "old.py"], PYNATIVE, Choice(recipes=True))[0].new)
    return loaded(folder / "new.py", "new").M()


@pytest.mark.parametrize("mode", [mindspore.PYNATIVE_MODE, mindspore.GRAPH_MODE])
@pytest.mark.parametrize("form", SHORT)
def test_an_index_that_names_fewer_axes_has_its_gradient(form: str, mode: int, tmp_path: Path) -> None:
    mindspore.set_context(mode=mode)
    x = np.arange(2 * 6 * 4 * 3.0, dtype="float32").reshape(2, 6, 4, 3)
    wanted = np.zeros_like(x)
    index = eval(f"np.s_[{form}]", {"np": np})
    wanted[index] = 3
    network = _rewritten(form, tmp_path)
    assert np.array_equal(network(mindspore.Tensor(x)).asnumpy(), x[index])
    assert np.array_equal(_gradient(network, x), wanted)


@pytest.mark.parametrize("form", FORMS)
def test_a_step_between_other_axes_alone_has_no_gradient(form: str, tmp_path: Path) -> None:
    x = np.arange(6.0 ** len(form.split(", ")), dtype="float32").reshape((6,) * len(form.split(", ")))
    wanted = np.zeros_like(x)
    index = eval(f"np.s_[{form}]", {"np": np})
    wanted[index] = 3
    network = _rewritten(form, tmp_path)
    assert np.array_equal(network(mindspore.Tensor(x)).asnumpy(), x[index])
    assert np.array_equal(_gradient(network, x), wanted)
    if form in BETWEEN:
        with pytest.raises(RuntimeError, match="out of bounds"):
            _gradient(lambda x: x[index], x)
    else:
        assert np.array_equal(_gradient(lambda x: x[index], x), wanted)
