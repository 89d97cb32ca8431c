"""`torch.lstm_cell`, `gru_cell`, `rnn_tanh_cell` and `rnn_relu_cell`: one step of a network from its state and its weights.

`x` is (batch, inputs), a state (batch, hidden); weights are (gates * hidden, inputs) and (gates * hidden, hidden), biases like them.
Gates lie in torch's order: input, forget, cell, output; reset, update, new. Graph and PyNative mode.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import sigmoid, tanh


def lstm_cell(
    x: Tensor, hx: Sequence[Tensor], w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """The new hidden and cell state of a long short-term memory, from the old ones."""
    hidden, cell = hx
    gates = _applied(x, w_ih, b_ih) + _applied(hidden, w_hh, b_hh)
    enter, forget, fresh, leave = ops.split(gates, hidden.shape[1], 1)
    cell = sigmoid(forget) * cell + sigmoid(enter) * tanh(fresh)
    return sigmoid(leave) * tanh(cell), cell


def gru_cell(x: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    """The new hidden state of a gated unit."""
    reset_in, update_in, new_in = ops.split(_applied(x, w_ih, b_ih), hx.shape[1], 1)
    reset, update, new = ops.split(_applied(hx, w_hh, b_hh), hx.shape[1], 1)
    keep = sigmoid(update_in + update)
    new = tanh(new_in + sigmoid(reset_in + reset) * new)
    return new + keep * (hx - new)


def rnn_tanh_cell(x: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    """The new hidden state of a simple network with tanh."""
    return tanh(_applied(x, w_ih, b_ih) + _applied(hx, w_hh, b_hh))


def rnn_relu_cell(x: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    """The new hidden state of a simple network with relu."""
    return ops.relu(_applied(x, w_ih, b_ih) + _applied(hx, w_hh, b_hh))


def _applied(x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    found = ops.matmul(x, weight.T)
    return found if bias is None else found + bias
