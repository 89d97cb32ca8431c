"""Layers called in ways that their construction cannot show count as edges."""

import numpy as np
import pytest

from mindaudit.verify.calls import Call, Result


def layer_call(unit: str, shape: tuple[int, ...], forward: str = "x0") -> Call:
    return Call(unit, f"torch.nn.{unit}()", {"x0": np.ones(shape, "float32")}, Result((np.ones(2),), "*"), "layer", forward=forward)


@pytest.mark.parametrize(
    ("unit", "shape"),
    [
        ("Conv2d", (3, 8, 8)),
        ("MaxPool1d", (3, 8)),
        ("InstanceNorm3d", (3, 4, 4, 4)),
        ("LSTM", (5, 3)),
        ("GRUCell", (3,)),
        ("TransformerEncoderLayer", (5, 8)),
    ],
)
def test_inputs_without_a_batch_axis_are_edges(unit: str, shape: tuple[int, ...]) -> None:
    assert layer_call(unit, shape).edge
    assert not layer_call(unit, (2, *shape)).edge


def test_batch_norm_and_dropout_take_both_ranks() -> None:
    assert not layer_call("BatchNorm1d", (4, 3)).edge
    assert not layer_call("Dropout2d", (4, 3, 2)).edge


def test_a_forward_by_keyword_is_an_edge() -> None:
    assert layer_call("Linear", (2, 3), "input=x0").edge
    assert not layer_call("Linear", (2, 3)).edge
    assert not layer_call("Softmax", (3,)).edge
