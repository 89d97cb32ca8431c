"""Programs that check themselves by torch.testing."""

from collections import OrderedDict
from functools import partial

import numpy as np
import torch
import torch.testing as tt
from torch import testing
from torch.testing import assert_close

assert_equal = partial(torch.testing.assert_close, rtol=0, atol=0)


def told(*calls):
    out = []
    for call in calls:
        try:
            call()
            out.append(0)
        except (AssertionError, TypeError, ValueError) as error:
            out.append([AssertionError, TypeError, ValueError].index(type(error)) + 1)
    return out


def of_tensors():
    x = torch.tensor([1.0, 2.0])
    near = [x.to(dtype) * (1 + share) for dtype in (torch.float32, torch.float64, torch.float16) for share in (0, 1e-6, 1e-4, 5e-4, 2e-3)]
    return told(
        lambda: assert_close(x, x + 1e-9),
        lambda: testing.assert_close(actual=x * 2, expected=torch.tensor([2.0, 4.0]), rtol=1e-4, atol=1e-6),
        *(partial(assert_close, value, x.to(value.dtype)) for value in near),
        *(partial(assert_close, x, other) for other in (torch.tensor([1.0, 3.0]), torch.tensor([1, 2]), torch.tensor([1.0, 2.0, 3.0]))),
        lambda: assert_close(torch.tensor([1, 2]), x, check_dtype=False),
        lambda: assert_close(torch.tensor([1, 2]), torch.tensor([1, 3])),
        lambda: assert_close(torch.tensor([True, False]), torch.tensor([True, True])),
        lambda: assert_close(torch.tensor([1 + 1j]), torch.tensor([1 + 1.0000001j])),
        lambda: assert_close(x, x, rtol=0.1),
        lambda: assert_close(x, x * 1.05, rtol=0.1, atol=0),
        lambda: assert_equal(x, x * 1.0000002),
        lambda: assert_equal(x, x.clone()),
        lambda: assert_close(torch.nn.Parameter(x), x),
        lambda: assert_close(torch.nn.Parameter(x), x, allow_subclasses=False),
        lambda: assert_close(x.view(1, 2).t(), x.view(2, 1), check_device=False, check_layout=False),
        lambda: assert_close(torch.empty(0), torch.empty(0)),
    )


def of_special_values():
    nan, inf = float("nan"), float("inf")
    return told(
        lambda: assert_close(torch.tensor(nan), torch.tensor(nan), equal_nan=True),
        lambda: assert_close(torch.tensor([nan, 1.0]), torch.tensor([nan, 1.0])),
        lambda: assert_close(torch.tensor([inf, -inf]), torch.tensor([inf, -inf])),
        lambda: assert_close(torch.tensor([inf]), torch.tensor([-inf])),
        lambda: assert_close(torch.tensor([inf]), torch.tensor([1.0]), rtol=1e9, atol=1e9),
        lambda: assert_close(nan, nan),
        lambda: assert_close(nan, nan, equal_nan=True),
        lambda: assert_close(inf, inf),
    )


def of_structures():
    x = torch.tensor([1.0, 2.0])
    return told(
        lambda: tt.assert_close([x, {"a": x}], [x, {"a": x}]),
        lambda: tt.assert_close((x, [1.0, 2]), [x, (1.0, 2)]),
        lambda: tt.assert_close([x], [x, x]),
        lambda: tt.assert_close({"a": x}, {"b": x}),
        lambda: tt.assert_close(OrderedDict(b=x, a=1), {"a": 1, "b": x}),
        lambda: tt.assert_close({"a": [x, x]}, {"a": [x, x + 1]}),
        lambda: assert_close(None, None),
        lambda: assert_close([None], [x]),
        lambda: assert_close("a", "a"),
        lambda: assert_close(x, [1.0, 2.0]),
        lambda: assert_close(x, x.numpy()),
        lambda: assert_close(x.numpy(), np.array([1.0, 2.0], dtype=np.float32)),
        lambda: assert_close(x.numpy(), np.array([1.0, 2.0])),
        lambda: assert_close(torch.nn.Linear(2, 1).state_dict(), torch.nn.Linear(2, 1).state_dict()),
    )


def of_numbers():
    return told(
        lambda: assert_close(1.0, 1.0 + 1e-8),
        lambda: assert_close(1.0, 1.001),
        lambda: assert_close(1, 1.0),
        lambda: assert_close(1, 1.0, check_dtype=False),
        lambda: assert_close(np.float32(1.5), 1.5),
        lambda: assert_close(True, True),
        lambda: assert_close(True, False),
        lambda: assert_close(torch.tensor(3.0).item(), 3.0),
    )


def in_old_programs():
    x = torch.tensor([1.0, 2.0])
    return told(
        lambda: torch.testing.assert_allclose(x, [1.0, 2.00001]),
        lambda: torch.testing.assert_allclose(x, np.array([1.0, 2.01], dtype=np.float32)),
        lambda: torch.testing.assert_allclose(torch.tensor([1, 2]), x),
        lambda: torch.testing.assert_allclose(x, x + 0.01, rtol=0, atol=0.1),
        lambda: torch.testing.assert_allclose(x * float("nan"), x * float("nan")),
    )


def messages():
    x, out = torch.tensor([1.0, 2.0, 4.0]), []
    for msg in (None, "not close", lambda told: f"Header\n{told}"):
        try:
            assert_close([x], [x + torch.tensor([0.0, 1.0, 2.0])], msg=msg)
        except AssertionError as error:
            text = str(error)
            out += [part in text for part in ("not close", "Header", "2 / 3 (66.7%)", "difference: 2.0 at index (2,)", "item [0]")]
    return out


PROGRAMS = {each.__name__: each for each in (of_tensors, of_special_values, of_structures, of_numbers, in_old_programs, messages)}
