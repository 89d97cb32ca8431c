"""`torch.nn`: recurrent layers and steps. The computation is that of the recipes `RecurrentNetwork` and `RecurrentStep`."""

from __future__ import annotations

import math
from typing import Any

from mindspore import Tensor, ops

from ...recurrent_network import RecurrentNetwork
from ...recurrent_step import RecurrentStep
from .. import functional, init
from ._empty import empty_parameter
from ._packing import PackedSequence, pack_sequence, unpack_sequence
from .module import Module

_KINDS = {"LSTM": "lstm", "GRU": "gru", "RNN_TANH": "tanh", "RNN_RELU": "relu"}
_GATES = {"lstm": 4, "gru": 3}


def apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    """The tensor with the entries of one dimension in the order of `permutation`, a tensor of one dimension."""
    return tensor.index_select(dim, permutation)


class RNNBase(Module):
    """What all recurrent layers share: options, weights by torch's names, and the loop over time."""

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if mode not in _KINDS:
            raise ValueError(f"Unrecognized RNN mode: {mode}")
        if not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being zeroed")
        if not 0 <= proj_size < hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self.kind = _KINDS[mode]
        self.output_size = proj_size or hidden_size
        self.projected = proj_size > 0
        self.directions = 2 if bidirectional else 1
        self._flat_weights_names: list[str] = []
        for layer in range(num_layers):
            for direction in range(self.directions):
                self._add_weights(layer, "_reverse" if direction else "", dtype)
        self.reset_parameters()

    def _add_weights(self, layer: int, suffix: str, dtype: Any) -> None:
        gates = _GATES.get(self.kind, 1) * self.hidden_size
        width = self.input_size if layer == 0 else self.output_size * self.directions
        shapes: dict[str, Any] = {"weight_ih": (gates, width), "weight_hh": (gates, self.output_size)}
        if self.bias:
            shapes |= {"bias_ih": gates, "bias_hh": gates}
        if self.projected:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        for name, shape in shapes.items():
            full = f"{name}_l{layer}{suffix}"
            setattr(self, full, empty_parameter(shape, dtype))
            self._flat_weights_names.append(full)

    @property
    def weights(self) -> list[Tensor]:
        """All weights in torch's order."""
        return [getattr(self, name) for name in self._flat_weights_names]

    _flat_weights = weights

    @property
    def all_weights(self) -> list[list[Tensor]]:
        """The weights of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _all_weights(self) -> list[list[str]]:
        """The names of the weights of each layer and direction."""
        names = self._flat_weights_names
        each = len(names) // (self.num_layers * self.directions)
        return [names[start : start + each] for start in range(0, len(names), each)]

    def flatten_parameters(self) -> None:
        """Nothing: MindSpore's weights need no common memory."""

    def get_expected_hidden_size(self, input: Tensor, batch_sizes: Any) -> tuple[int, int, int]:
        """The shape of the first state: layers and directions, batch, size; `batch_sizes` (of packed sequences) goes before `input`."""
        batch = input.shape[0 if self.batch_first else 1] if batch_sizes is None else int(batch_sizes[0])
        return self.num_layers * self.directions, batch, self.output_size

    def get_expected_cell_size(self, input: Tensor, batch_sizes: Any) -> tuple[int, int, int]:
        """The shape of an LSTM's first cell state."""
        layers, batch, _ = self.get_expected_hidden_size(input, batch_sizes)
        return layers, batch, self.hidden_size

    def reset_parameters(self) -> None:
        """Draw all weights between -1 and 1 over the root of the hidden size."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def drop(self, x: Tensor) -> Tensor:
        """Dropout between layers."""
        return functional.dropout(x, self.dropout, self.training)

    _run = RecurrentNetwork.construct
    _step = RecurrentNetwork._step
    _over_time = RecurrentNetwork._over_time
    _unrolled = RecurrentNetwork._unrolled

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Output and last state, for LSTM (hidden, cell); (L, N, …), with batch_first (N, L, …), (L, …), or packed."""
        if isinstance(input, PackedSequence):
            return self._run_packed(input, hx)
        return self._run(input, hx)

    def _run_packed(self, packed: PackedSequence, hx: Any) -> Any:
        """Each sequence by itself, without a batch."""
        outputs, states = [], []
        for place, sequence in enumerate(unpack_sequence(packed)):
            output, state = self._run(sequence, _of_one(hx, place))
            outputs.append(output)
            states.append(state)
        packed_outputs = pack_sequence(outputs, enforce_sorted=packed.sorted_indices is None)
        if self.kind == "lstm":
            return packed_outputs, tuple(ops.stack([state[part] for state in states], 1) for part in (0, 1))
        return packed_outputs, ops.stack(states, 1)

    def extra_repr(self) -> str:
        """Sizes and the options that differ from their defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        defaults = {"proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False}
        for name, default in defaults.items():
            if getattr(self, name) != default:
                text += f", {name}={getattr(self, name)}"
        return text


def _of_one(hx: Any, place: int) -> Any:
    """The states of one sequence of a batch."""
    if hx is None:
        return None
    return tuple(_of_one(part, place) for part in hx) if isinstance(hx, (tuple, list)) else hx[:, place]


class RNN(RNNBase):
    """A simple recurrent network; nonlinearity is "tanh" or "relu"."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if len(args) > 3:
            nonlinearity, args = args[3], args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{nonlinearity.upper()}", *args, **kwargs)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    """Long short-term memory."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent units."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """What all recurrent steps share: weights by torch's names."""

    kind = "tanh"

    def __init__(self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        size = num_chunks * hidden_size
        self.weight_ih = empty_parameter((size, input_size), dtype)
        self.weight_hh = empty_parameter((size, hidden_size), dtype)
        self.register_parameter("bias_ih", empty_parameter(size, dtype) if bias else None)
        self.register_parameter("bias_hh", empty_parameter(size, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights between -1 and 1 over the root of the hidden size."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    forward = RecurrentStep.construct

    def extra_repr(self) -> str:
        """Sizes and the options that differ from their defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        text += "" if self.bias else f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"


class RNNCell(RNNCellBase):
    """One step of a simple recurrent network; nonlinearity is "tanh" or "relu"."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh", device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = self.kind = nonlinearity


class LSTMCell(RNNCellBase):
    """One step of long short-term memory."""

    kind = "lstm"

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)


class GRUCell(RNNCellBase):
    """One step of gated recurrent units."""

    kind = "gru"

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)
