"""Makes checkpoints.csv by building each torch layer beside its MindSpore counterpart: `python -m importers.checkpoints`.

A row says which MindSpore parameter holds a torch parameter, and what happens to its value. Parameters are paired by their usual names, and
the pairing is refused if the shapes differ by more than axes of length one.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import torch
from mindspore import mint, nn

from importers.tables import DATA, write_table

COLUMNS = ("torch_layer", "mindspore_layer", "torch_parameter", "mindspore_parameter", "change")
TWINS = {
    "weight": ("weight", "gamma", "embedding_table", "w"),
    "bias": ("bias", "beta"),
    "running_mean": ("running_mean", "moving_mean"),
    "running_var": ("running_var", "moving_variance"),
}
FOLDERS = {"linear1": "dense1", "linear2": "dense2"}
T, M = torch.nn, mint.nn


def pairs() -> Iterator[tuple[str, str, torch.nn.Module, nn.Cell]]:
    """Small instances of each layer and its counterparts, with their public names."""
    for name, ours, theirs in (
        ("Linear", T.Linear(4, 5), {"nn.Dense": nn.Dense(4, 5), "mint.nn.Linear": M.Linear(4, 5)}),
        ("Bilinear", T.Bilinear(3, 4, 5), {"nn.BiDense": nn.BiDense(3, 4, 5)}),
        ("Conv1d", T.Conv1d(3, 4, 3), {"nn.Conv1d": nn.Conv1d(3, 4, 3, has_bias=True)}),
        ("Conv2d", T.Conv2d(3, 4, 3), {"nn.Conv2d": nn.Conv2d(3, 4, 3, has_bias=True), "mint.nn.Conv2d": M.Conv2d(3, 4, 3)}),
        ("Conv3d", T.Conv3d(3, 4, 3), {"nn.Conv3d": nn.Conv3d(3, 4, 3, has_bias=True), "mint.nn.Conv3d": M.Conv3d(3, 4, 3)}),
        ("ConvTranspose1d", T.ConvTranspose1d(3, 4, 3), {"nn.Conv1dTranspose": nn.Conv1dTranspose(3, 4, 3, has_bias=True)}),
        ("ConvTranspose2d", T.ConvTranspose2d(3, 4, 3), {"nn.Conv2dTranspose": nn.Conv2dTranspose(3, 4, 3, has_bias=True)}),
        ("ConvTranspose3d", T.ConvTranspose3d(3, 4, 3), {"nn.Conv3dTranspose": nn.Conv3dTranspose(3, 4, 3, has_bias=True)}),
        ("BatchNorm1d", T.BatchNorm1d(4), {"nn.BatchNorm1d": nn.BatchNorm1d(4), "mint.nn.BatchNorm1d": M.BatchNorm1d(4)}),
        ("BatchNorm2d", T.BatchNorm2d(4), {"nn.BatchNorm2d": nn.BatchNorm2d(4), "mint.nn.BatchNorm2d": M.BatchNorm2d(4)}),
        ("BatchNorm3d", T.BatchNorm3d(4), {"nn.BatchNorm3d": nn.BatchNorm3d(4), "mint.nn.BatchNorm3d": M.BatchNorm3d(4)}),
        ("SyncBatchNorm", T.SyncBatchNorm(4), {"nn.SyncBatchNorm": nn.SyncBatchNorm(4)}),
        ("LayerNorm", T.LayerNorm(4), {"nn.LayerNorm": nn.LayerNorm((4,)), "mint.nn.LayerNorm": M.LayerNorm(4)}),
        ("GroupNorm", T.GroupNorm(2, 4), {"nn.GroupNorm": nn.GroupNorm(2, 4), "mint.nn.GroupNorm": M.GroupNorm(2, 4)}),
        ("InstanceNorm1d", T.InstanceNorm1d(4, affine=True, track_running_stats=True), {"nn.InstanceNorm1d": nn.InstanceNorm1d(4)}),
        ("InstanceNorm2d", T.InstanceNorm2d(4, affine=True, track_running_stats=True), {"nn.InstanceNorm2d": nn.InstanceNorm2d(4)}),
        ("InstanceNorm3d", T.InstanceNorm3d(4, affine=True, track_running_stats=True), {"nn.InstanceNorm3d": nn.InstanceNorm3d(4)}),
        ("Embedding", T.Embedding(5, 4), {"nn.Embedding": nn.Embedding(5, 4), "mint.nn.Embedding": M.Embedding(5, 4)}),
        ("PReLU", T.PReLU(), {"nn.PReLU": nn.PReLU(), "mint.nn.PReLU": M.PReLU()}),
        ("LSTM", T.LSTM(3, 4), {"nn.LSTM": nn.LSTM(3, 4)}),
        ("GRU", T.GRU(3, 4), {"nn.GRU": nn.GRU(3, 4)}),
        ("RNN", T.RNN(3, 4), {"nn.RNN": nn.RNN(3, 4)}),
        ("LSTMCell", T.LSTMCell(3, 4), {"nn.LSTMCell": nn.LSTMCell(3, 4)}),
        ("GRUCell", T.GRUCell(3, 4), {"nn.GRUCell": nn.GRUCell(3, 4)}),
        ("RNNCell", T.RNNCell(3, 4), {"nn.RNNCell": nn.RNNCell(3, 4)}),
        ("MultiheadAttention", T.MultiheadAttention(4, 2), {"nn.MultiheadAttention": nn.MultiheadAttention(4, 2)}),
        (
            "TransformerEncoderLayer",
            T.TransformerEncoderLayer(4, 2, 8),
            {"nn.TransformerEncoderLayer": nn.TransformerEncoderLayer(4, 2, 8)},
        ),
        (
            "TransformerDecoderLayer",
            T.TransformerDecoderLayer(4, 2, 8),
            {"nn.TransformerDecoderLayer": nn.TransformerDecoderLayer(4, 2, 8)},
        ),
    ):
        for target, cell in theirs.items():
            yield f"torch.nn.{name}", f"mindspore.{target}", ours, cell


def counterpart(name: str, found: dict[str, tuple[int, ...]]) -> str:
    """The MindSpore parameter that bears one of the usual names in the same place, or ""."""
    folder, _, last = name.rpartition(".")
    folder = ".".join(FOLDERS.get(part, part) for part in folder.split("."))
    for twin in TWINS.get(last, (last,)):
        for path in (f"{folder}.{twin}" if folder else twin, f"bn2d.{twin}"):
            if path in found:
                return path
    return ""


def change(ours: tuple[int, ...], theirs: tuple[int, ...]) -> str:
    """What happens to a value: nothing, or axes of length one are put in. Raises ValueError if that is not all."""
    if ours == theirs:
        return "same"
    for axis in range(len(theirs)):
        if theirs == (*ours[:axis], 1, *ours[axis:]):
            return f"new axis {axis}"
    raise ValueError(f"{ours} does not become {theirs} by new axes")


def rows() -> Iterator[tuple[str, str, str, str, str]]:
    """The lines of the table."""
    for torch_layer, mindspore_layer, ours, theirs in pairs():
        found = {name: tuple(parameter.shape) for name, parameter in theirs.parameters_and_names()}
        for name, value in ours.state_dict().items():
            twin = counterpart(name, found)
            yield torch_layer, mindspore_layer, name, twin, change(tuple(value.shape), found[twin]) if twin else "dropped"


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_table(DATA / "checkpoints.csv", COLUMNS, rows())
