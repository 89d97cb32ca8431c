"""`torch.nn.RNN`, `GRU` and `LSTM`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import Uniform, initializer

from mindaudit_data.recipes.exponentials import sigmoid, tanh
from mindaudit_data.recipes.projected import projected
from mindaudit_data.recipes.scope import compiled_as

UNROLLED = 32
"""Steps that a graph has one by one. Compiling takes the square of their number, and ends with a RuntimeError at about 490."""


class RecurrentNetwork(nn.Cell):
    """Recurrent layers as torch's RNN, GRU and LSTM with all options; `kind` is "tanh", "relu", "gru" or "lstm".

    Parameters bear torch's names (weight_ih_l0, weight_hh_l0_reverse, weight_hr_l0, …). Time is a Python loop; graphs unroll a short one.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        kind: str = "lstm",
    ) -> None:
        super().__init__()
        self.kind = kind
        self.hidden_size = hidden_size
        self.output_size = proj_size or hidden_size
        self.projected = proj_size > 0
        self.batch_first = batch_first
        self.bias = bias
        self.directions = 2 if bidirectional else 1
        self.num_layers = num_layers
        self.drop = nn.Dropout(p=dropout) if dropout > 0 else None
        gates = {"lstm": 4, "gru": 3}.get(kind, 1) * hidden_size
        weights = []
        for layer in range(num_layers):
            for direction in range(self.directions):
                tail = f"l{layer}" + ("_reverse" if direction else "")
                width = input_size if layer == 0 else self.output_size * self.directions
                weights.append(self._made(f"weight_ih_{tail}", (gates, width)))
                weights.append(self._made(f"weight_hh_{tail}", (gates, self.output_size)))
                if bias:
                    weights.append(self._made(f"bias_ih_{tail}", (gates,)))
                    weights.append(self._made(f"bias_hh_{tail}", (gates,)))
                if self.projected:
                    weights.append(self._made(f"weight_hr_{tail}", (proj_size, hidden_size)))
        self.weights = mindspore.ParameterTuple(weights)

    def _made(self, name: str, shape: tuple[int, ...]) -> Parameter:
        return Parameter(initializer(Uniform(self.hidden_size**-0.5), shape, mindspore.float32), name=name)

    def _step(self, gates: Tensor, hidden: Tensor, cell: Tensor, place: int) -> tuple[Tensor, Tensor]:
        """One time step from the input's share of the gates."""
        own = ops.matmul(hidden, self.weights[place + 1].T)
        if self.bias:
            own = own + self.weights[place + 3]
        if self.kind == "lstm":
            enter, forget, fresh, leave = ops.split(gates + own, self.hidden_size, 1)
            cell = sigmoid(forget) * cell + sigmoid(enter) * tanh(fresh)
            hidden = sigmoid(leave) * tanh(cell)
            if self.projected:
                hidden = ops.matmul(hidden, self.weights[place + (4 if self.bias else 2)].T)
        elif self.kind == "gru":
            reset_in, update_in, new_in = ops.split(gates, self.hidden_size, 1)
            reset, update, new = ops.split(own, self.hidden_size, 1)
            keep = sigmoid(update_in + update)
            new = tanh(new_in + sigmoid(reset_in + reset) * new)
            hidden = new + keep * (hidden - new)
        else:
            hidden = ops.relu(gates + own) if self.kind == "relu" else tanh(gates + own)
        return hidden, cell

    def _unrolled(self, gates: Tensor, hidden: Tensor, cell: Tensor, place: int, backwards: bool) -> tuple[Tensor, Tensor, Tensor]:
        states = []
        for step in range(gates.shape[0]):
            hidden, cell = self._step(gates[gates.shape[0] - 1 - step if backwards else step], hidden, cell, place)
            states.append(hidden)
        return ops.stack(states[::-1] if backwards else states, 0), hidden, cell

    def _compiled(self, gates: Tensor, hidden: Tensor, cell: Tensor, place: int, backwards: bool) -> tuple[Tensor, Tensor, Tensor]:
        count = gates.shape[0]
        if count <= UNROLLED:
            return self._unrolled(gates, hidden, cell, place, backwards)
        states = ops.zeros((count, *hidden.shape), hidden.dtype)
        step = ops.zeros((1, 1), mindspore.int64)  # a tensor, so that the graph keeps the loop
        while step < count:
            now = count - 1 - step if backwards else step
            hidden, cell = self._step(ops.gather_nd(gates, now)[0], hidden, cell, place)
            states = ops.tensor_scatter_update(states, now, hidden.expand_dims(0))
            step = step + 1
        return states, hidden, cell

    @compiled_as(_compiled)
    def _over_time(self, gates: Tensor, hidden: Tensor, cell: Tensor, place: int, backwards: bool) -> tuple[Tensor, Tensor, Tensor]:
        """The states (L, N, …) of one direction of a layer, and the last hidden and cell state."""
        return self._unrolled(gates, hidden, cell, place, backwards)

    def construct(self, input: Tensor, hx: Any = None) -> Any:  # noqa: A002
        """Output and last state, for "lstm" (hidden, cell); (L, N, …), with batch_first (N, L, …), or (L, …)."""
        batched = input.ndim == 3
        x = input if batched else input.expand_dims(1)
        x = x.swapaxes(0, 1) if batched and self.batch_first else x
        count, total = x.shape[1], self.num_layers * self.directions
        hidden_all = ops.zeros((total, count, self.output_size), x.dtype)
        cell_all = ops.zeros((total, count, self.hidden_size), x.dtype)
        if hx is not None and self.kind == "lstm":
            hidden_all, cell_all = hx[0].reshape(hidden_all.shape), hx[1].reshape(cell_all.shape)
        elif hx is not None:
            hidden_all = hx.reshape(hidden_all.shape)
        each = 2 + (2 if self.bias else 0) + (1 if self.projected else 0)
        last_hidden, last_cell = [], []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(self.directions):
                number = layer * self.directions + direction
                place = number * each
                gates = projected(x, self.weights[place])
                if self.bias:
                    gates = gates + self.weights[place + 2]
                hidden, cell = hidden_all[number], cell_all[number]
                states, hidden, cell = self._over_time(gates, hidden, cell, place, direction == 1)
                outputs.append(states)
                last_hidden.append(hidden)
                last_cell.append(cell)
            x = outputs[0] if self.directions == 1 else ops.cat(outputs, 2)
            if self.drop is not None and layer < self.num_layers - 1:
                x = self.drop(x)
        hidden, cell = ops.stack(last_hidden, 0), ops.stack(last_cell, 0)
        if not batched:
            x, hidden, cell = x.squeeze(1), hidden.squeeze(1), cell.squeeze(1)
        elif self.batch_first:
            x = x.swapaxes(0, 1)
        return (x, (hidden, cell)) if self.kind == "lstm" else (x, hidden)
