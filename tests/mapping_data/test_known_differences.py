"""What is known to differ between torch and MindSpore gets the right verdict, the right code and a reason, at old and new releases."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit.model import Finding, Target

TARGETS = {
    "1.10": Target("1.10", "graph", "ascend"),
    "2.4": Target("2.4", "graph", "ascend"),
    "2.10": Target("2.10", "graph", "ascend"),
    "cpu": Target("2.10", "pynative", "cpu"),
}
S, E, C, U, X = "supported", "equivalent", "composable", "unknown", "custom-op"

# The call; verdicts at 1.10, 2.4 and 2.10 on Ascend and at 2.10 on CPU.
LOSSES = {
    "nn.L1Loss()": (S, S, S, S),
    "nn.MSELoss()": (S, S, S, S),
    "nn.CrossEntropyLoss()": (U, E, S, C),
    "nn.CTCLoss()": (U, E, E, C),
    "nn.NLLLoss()": (U, E, S, E),
    "nn.PoissonNLLLoss()": (U, S, S, S),
    "nn.GaussianNLLLoss()": (U, S, S, E),
    "nn.KLDivLoss()": (U, S, S, C),
    "nn.KLDivLoss(log_target=True)": (U, C, S, C),
    "nn.BCELoss()": (U, S, S, C),
    "nn.BCEWithLogitsLoss()": (S, S, S, S),
    "nn.MarginRankingLoss()": (U, E, E, C),
    "nn.HingeEmbeddingLoss()": (U, E, E, C),
    "nn.MultiLabelMarginLoss()": (U, C, E, C),
    "nn.HuberLoss()": (U, S, S, S),
    "nn.SmoothL1Loss()": (E, E, S, E),
    "nn.SoftMarginLoss()": (S, S, S, C),
    "nn.MultiLabelSoftMarginLoss()": (U, S, S, S),
    "nn.CosineEmbeddingLoss()": (S, S, S, E),
    "nn.MultiMarginLoss()": (U, S, S, S),
    "nn.TripletMarginLoss(2.0, 2)": (U, C, C, C),
    "nn.TripletMarginWithDistanceLoss()": (U, C, S, E),
}
OPTIMIZERS = {
    "torch.optim.SGD(p, lr=0.1)": (E, E, E, C),
    "torch.optim.Adam(p)": (E, E, E, C),
    "torch.optim.AdamW(p)": (X, E, E, C),
    "torch.optim.Adamax(p)": (U, E, E, C),
    "torch.optim.Adagrad(p)": (E, E, E, C),
    "torch.optim.Adadelta(p)": (U, E, E, C),
    "torch.optim.RMSprop(p)": (U, E, E, C),
    "torch.optim.Rprop(p)": (U, E, E, C),
    "torch.optim.ASGD(p)": (U, E, E, C),
    "torch.optim.NAdam(p)": (U, E, E, C),
    "torch.optim.RAdam(p)": (U, E, E, C),
    "torch.optim.LBFGS(p)": (U, U, C, C),
}
SCHEDULERS = {
    f"torch.optim.lr_scheduler.{call}": (U, verdict, verdict, C)
    for call, verdict in {
        "StepLR(o, 3)": S,
        "MultiStepLR(o, [3])": S,
        "ExponentialLR(o, 0.9)": S,
        "LambdaLR(o, f)": E,
        "MultiplicativeLR(o, f)": E,
        "ConstantLR(o)": S,
        "LinearLR(o)": S,
        "PolynomialLR(o)": S,
        "CosineAnnealingLR(o, 3)": S,
        "CosineAnnealingWarmRestarts(o, 3)": S,
        "CyclicLR(o, 0.1, 0.2, cycle_momentum=False)": S,
        "CyclicLR(o, 0.1, 0.2)": E,
        "SequentialLR(o, [f], [3])": S,
        "ReduceLROnPlateau(o)": S,
        "OneCycleLR(o, 0.1, 10)": C,
        "ChainedScheduler([f])": C,
    }.items()
}
# The call, the target, the code to write, a word of the reason.
SILENT = [
    ("nn.Dropout(0.3)", "1.10", "nn.Dropout(keep_prob=0.7)", "1 - p"),
    ("nn.Dropout(0.3)", "2.4", "nn.Dropout(p=0.3)", "keep_prob"),
    ("nn.BatchNorm2d(4, momentum=0.3)", "1.10", "nn.BatchNorm2d(4, momentum=0.7)", "share of the old"),
    ("nn.BatchNorm2d(4, momentum=0.3)", "cpu", "nn.BatchNorm2d(4, momentum=0.7)", "share of the old"),
    ("nn.BatchNorm2d(4)", "cpu", "nn.BatchNorm2d(4, momentum=0.9)", "share of the old"),
    ("nn.Conv2d(3, 4, 3)", "1.10", 'nn.Conv2d(3, 4, 3, pad_mode="pad", padding=0, has_bias=True)', "bias"),
    ("nn.Conv2d(3, 4, 3, padding='same', bias=False)", "cpu", 'nn.Conv2d(3, 4, 3, pad_mode="same", has_bias=False)', "bias"),
    ("nn.Conv2d(3, 4, 3, padding=(1, 2))", "cpu", "padding=(1, 1, 2, 2)", "per side"),
    ("nn.LeakyReLU()", "2.10", "nn.LeakyReLU(alpha=0.01)", "0.2"),
    ("nn.AvgPool2d(2)", "1.10", "nn.AvgPool2d(2, stride=2)", "kernel size"),
    ("nn.AvgPool2d(2)", "cpu", "stride=2", "kernel size"),
    ("nn.MaxPool2d(3)", "cpu", "stride=3", "kernel size"),
    ("nn.GELU()", "2.4", "nn.GELU(approximate=False)", "tanh"),
    ("nn.LayerNorm(8)", "2.4", "nn.LayerNorm((8,), epsilon=1e-05)", "eps"),
    ("nn.Embedding(5, 4)", "cpu", "initializer.Normal(1.0)", "0.01"),
    ("nn.SmoothL1Loss()", "2.4", "reduction='mean'", "mean"),
    ("nn.KLDivLoss(log_target=True)", "2.4", "KLDivLossCell(log_target=True)", "log_target"),
    ("nn.TripletMarginLoss(2.0, 2)", "2.4", "TripletMarginLossCell(2.0, 2)", "order"),
    ("nn.CrossEntropyLoss()", "cpu", "CrossEntropyLossCell()", "int64"),
    ("nn.HingeEmbeddingLoss()", "cpu", "HingeEmbeddingLossCell()", "integer targets"),
    ("torch.optim.SGD(p, lr=0.1)", "2.10", "mindspore.experimental.optim.SGD(p, lr=0.1)", "changes nothing"),
    ("torch.optim.Adam(p)", "2.10", "mindspore.experimental.optim.Adam(p)", "changes nothing"),
    ("torch.optim.NAdam(p)", "2.4", "mindspore.experimental.optim.NAdam(p)", "2.3"),
    ("torch.optim.lr_scheduler.OneCycleLR(o, 0.1, 10)", "2.10", "OneCycleLR(o, 0.1, total_steps=10)", "momentum"),
    ("torch.nn.init.trunc_normal_(p, std=0.02)", "2.10", "TruncatedNormal(0.02, 0.0, -2.0, 2.0)", "sets"),
]
TABLE = LOSSES | OPTIMIZERS | SCHEDULERS
CALLS = tuple(dict.fromkeys([*TABLE, *(row[0] for row in SILENT)]))


@cache
def findings(target: str) -> dict[str, Finding]:
    """What a scan says of each call."""
    head = "import torch\nfrom torch import nn\n\n\ndef build(p, o, f):\n"
    text = head + "".join(f"    {call}\n" for call in CALLS)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.py"
        path.write_text(text)
        audit = scan([path], Config(folder=Path(folder), targets=(TARGETS[target],)))
    return {text[slice(*finding.usage.span)]: finding for finding in audit.files[0].findings}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("call", TABLE)
def test_verdicts_by_release_and_backend(call: str, target: str) -> None:
    finding = findings(target)[call]
    assert finding.verdict == TABLE[call][list(TARGETS).index(target)], finding.reason
    assert finding.reason
    assert (finding.substitution is None) == (finding.verdict in (U, X))


@pytest.mark.parametrize(("call", "target", "code", "why"), SILENT)
def test_what_would_differ_silently_is_written_out(call: str, target: str, code: str, why: str) -> None:
    finding = findings(target)[call]
    assert finding.substitution is not None
    assert code in finding.substitution
    assert why in finding.reason


def test_optimizers_never_map_to_those_that_change_nothing() -> None:
    for target in TARGETS:
        assert not any("mint.optim" in (findings(target)[call].substitution or "") for call in OPTIMIZERS)
