"""Recurrent, attention and transformer recipes against torch's, with torch's weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from layer_checks import check_layer, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
nn = torch.nn
RANDOM = np.random.default_rng(0)
CAUSAL = np.triu(np.ones((5, 5), bool), 1)
PADDING = np.array([[False] * 5, [False] * 3 + [True] * 2])


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype("float32")


@pytest.mark.parametrize("options", [{}, {"num_layers": 2, "bidirectional": True, "batch_first": True}, {"bias": False}])
@pytest.mark.parametrize(("name", "kind"), [("RNN", "tanh"), ("GRU", "gru"), ("LSTM", "lstm")])
def test_recurrent_layers(name: str, kind: str, options: dict[str, Any]) -> None:
    check_layer(getattr(nn, name)(5, 6, **options), recipes.RecurrentNetwork(5, 6, **options, kind=kind), normal(3, 4, 5))


def test_projections_and_first_states() -> None:
    layer, recipe = nn.LSTM(5, 6, 2, proj_size=3), recipes.RecurrentNetwork(5, 6, 2, proj_size=3)
    check_layer(layer, recipe, normal(3, 4, 5), (normal(2, 4, 3), normal(2, 4, 6)))
    check_layer(nn.GRU(5, 6), recipes.RecurrentNetwork(5, 6, kind="gru"), normal(3, 5))


@pytest.mark.parametrize("batch", [(4,), ()])
def test_single_steps(batch: tuple[int, ...]) -> None:
    check_layer(nn.RNNCell(5, 6, nonlinearity="relu"), recipes.RecurrentStep(5, 6, kind="relu"), normal(*batch, 5), normal(*batch, 6))
    check_layer(nn.GRUCell(5, 6, bias=False), recipes.RecurrentStep(5, 6, bias=False, kind="gru"), normal(*batch, 5))
    check_layer(nn.LSTMCell(5, 6), recipes.RecurrentStep(5, 6, kind="lstm"), normal(*batch, 5), (normal(*batch, 6), normal(*batch, 6)))


@pytest.mark.parametrize(
    "masks",
    [
        {},
        {"attn_mask": CAUSAL},
        {"key_padding_mask": PADDING},
        {"attn_mask": normal(4, 5, 5), "key_padding_mask": PADDING},
        {"need_weights": False},
        {"average_attn_weights": False},
    ],
    ids=lambda masks: "+".join(masks),
)
def test_attention_with_masks(masks: dict[str, Any]) -> None:
    layer, recipe = nn.MultiheadAttention(8, 2, batch_first=True), recipes.MultiheadAttentionCell(8, 2, batch_first=True)
    check_layer(layer, recipe, normal(2, 5, 8), normal(2, 5, 8), normal(2, 5, 8), **masks)


@pytest.mark.parametrize("options", [{"bias": False}, {"add_bias_kv": True}, {"add_zero_attn": True}, {"kdim": 6, "vdim": 4}])
def test_attention_options(options: dict[str, Any]) -> None:
    sizes = (options.get("kdim", 8), options.get("vdim", 8))
    layer, recipe = nn.MultiheadAttention(8, 2, **options), recipes.MultiheadAttentionCell(8, 2, **options)
    check_layer(layer, recipe, normal(5, 2, 8), normal(7, 2, sizes[0]), normal(7, 2, sizes[1]))


@pytest.mark.parametrize("options", [{}, {"norm_first": True, "activation": "gelu"}, {"bias": False, "layer_norm_eps": 1e-3}])
def test_transformer_layers(options: dict[str, Any]) -> None:
    shared = {"dim_feedforward": 16, "dropout": 0.0, "batch_first": True, **options}
    encoder, decoder = nn.TransformerEncoderLayer(8, 2, **shared), nn.TransformerDecoderLayer(8, 2, **shared)
    check_layer(encoder, recipes.TransformerEncoderLayerCell(8, 2, **shared), normal(2, 5, 8), src_mask=CAUSAL)
    check_layer(decoder, recipes.TransformerDecoderLayerCell(8, 2, **shared), normal(2, 5, 8), normal(2, 7, 8), tgt_mask=CAUSAL)


def test_whole_transformer() -> None:
    options = (8, 2, 2, 1, 16, 0.0)
    check_layer(nn.Transformer(*options), recipes.TransformerCell(*options), normal(5, 2, 8), normal(7, 2, 8))
