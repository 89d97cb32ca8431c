"""`torch.nn.RNNCell`, `GRUCell` and `LSTMCell`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import Uniform, initializer

from mindaudit_data.recipes.recurrent_functions import gru_cell, lstm_cell, rnn_relu_cell, rnn_tanh_cell


class RecurrentStep(nn.Cell):
    """One step of a simple ("tanh", "relu"), gated ("gru") or long short-term memory ("lstm") network; inputs with or without batch.

    Gates lie in torch's order: input, forget, cell, output for "lstm"; reset, update, new for "gru".
    """

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, kind: str = "tanh") -> None:
        super().__init__()
        gates = {"lstm": 4, "gru": 3}.get(kind, 1)
        bound = hidden_size**-0.5
        self.kind = kind
        self.hidden_size = hidden_size
        self.weight_ih = self._made("weight_ih", (gates * hidden_size, input_size), bound)
        self.weight_hh = self._made("weight_hh", (gates * hidden_size, hidden_size), bound)
        self.bias_ih = self._made("bias_ih", (gates * hidden_size,), bound) if bias else None
        self.bias_hh = self._made("bias_hh", (gates * hidden_size,), bound) if bias else None

    @staticmethod
    def _made(name: str, shape: tuple[int, ...], bound: float) -> Parameter:
        return Parameter(initializer(Uniform(bound), shape, mindspore.float32), name=name)

    def construct(self, input: Tensor, hx: Any = None) -> Any:  # noqa: A002
        """The new hidden state, for "lstm" the pair of hidden and cell state; states start at zero."""
        batched = input.ndim == 2
        x = input if batched else input.expand_dims(0)
        zeros = ops.zeros((x.shape[0], self.hidden_size), x.dtype)
        if self.kind == "lstm":
            hidden, cell = (zeros, zeros) if hx is None else hx
            state = (hidden.reshape(zeros.shape), cell.reshape(zeros.shape))
            hidden, cell = lstm_cell(x, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
            return (hidden, cell) if batched else (hidden.squeeze(0), cell.squeeze(0))
        hidden = zeros if hx is None else hx.reshape(zeros.shape)
        if self.kind == "gru":
            hidden = gru_cell(x, hidden, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        elif self.kind == "relu":
            hidden = rnn_relu_cell(x, hidden, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            hidden = rnn_tanh_cell(x, hidden, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return hidden if batched else hidden.squeeze(0)
