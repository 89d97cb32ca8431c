"""MA521: on CPU a step on an axis between others has no gradient; where the axis comes first, it has the right one."""

from __future__ import annotations

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
FORMS = [", ".join(form) for count in (3, 4) for form in product((":", "1::2"), repeat=count) if "1::2" in form]
BETWEEN = [form for form in FORMS if "1::2" in form.split(", ")[1:-1]]


def _gradient(function: Any, x: Any) -> Any:
    return mindspore.grad(lambda x: (function(x) * 3).sum())(mindspore.Tensor(x)).asnumpy()


@pytest.mark.parametrize("form", FORMS)
def test_a_step_between_other_axes_alone_has_no_gradient(form: str, tmp_path: Path) -> None:
    source = f"import torch\n\n\nclass M(torch.nn.Module):\n    def forward(self, x: torch.Tensor):\n        return x[{form}]\n"
    x = np.arange(6.0 ** len(form.split(", ")), dtype="float32").reshape((6,) * len(form.split(", ")))
    wanted = np.zeros_like(x)
    index = eval(f"np.s_[{form}]", {"np": np})
    wanted[index] = 3
    (tmp_path / "old.py").write_text(source)
    (tmp_path / "new.py").write_text(rewrite([tmp_path / "old.py"], PYNATIVE, Choice(recipes=True))[0].new)
    network = loaded(tmp_path / "new.py", "new").M()
    assert np.array_equal(network(mindspore.Tensor(x)).asnumpy(), x[index])
    assert np.array_equal(_gradient(network, x), wanted)
    if form in BETWEEN:
        with pytest.raises(RuntimeError, match="out of bounds"):
            _gradient(lambda x: x[index], x)
    else:
        assert np.array_equal(_gradient(lambda x: x[index], x), wanted)
