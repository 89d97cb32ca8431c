"""Audits made by hand, for reports to print: a small project, a hostile one, and one as large as wanted."""

from __future__ import annotations

from dataclasses import replace

from mindaudit.model import (
    Audit,
    Cell,
    Evidence,
    FileAudit,
    Finding,
    Hazard,
    Mitigation,
    Problem,
    Span,
    Suppressed,
    Target,
    ThirdParty,
    Usage,
)

MODEL = """import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm = nn.BatchNorm2d(channels)
        nn.init.kaiming_normal_(self.conv.weight)

    def forward(self, x, mask):
        x = F.relu(self.norm(self.conv(x)))
        if x.sum() > 0:
            x = x[mask > 0]
        return torch.svd(x), torch.igamma(x, x), torch.block_diag(x)
"""
TRAIN = """import torch
from albumentations import Compose


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 300)
    criterion = torch.nn.CrossEntropyLoss(label_smoothing=0.1)
    for x, y in loader:
        loss = criterion(net(x), y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
    torch.save(net.state_dict(), "net.pth")


loader = torch.utils.data.DataLoader([], batch_size=8, shuffle=True)
"""
NOTEBOOK = "import torch\nx = torch.ones(2)\ny = x.numpy()\n"
RAN = Evidence("executed-here", "12 of 12 samples match on 2.10, cpu")
SIGNED = Evidence("signature", "same parameters in 2.10")


def span(text: str, part: str) -> Span:
    """Where a part of a text first stands."""
    start = text.index(part)
    return start, start + len(part)


def finding(text: str, part: str, torch_name: str, **more: object) -> Finding:
    """A finding at the first place of `part`; further fields go where they belong."""
    of_usage = {key: more.pop(key) for key in ("kind", "certainty", "function", "context", "alternatives") if key in more}
    usage = Usage(span(text, part), **{"kind": "call", "certainty": "certain", **of_usage}, torch_name=torch_name)  # type: ignore[arg-type]
    return Finding(usage, **{"verdict": "supported", "evidence": RAN, **more})  # type: ignore[arg-type]


def model() -> FileAudit:
    """A network with every verdict and three hazards."""
    inside = {"function": "Block.__init__", "context": "network"}
    forward = {"function": "Block.forward", "context": "network"}
    findings = (
        finding(
            MODEL,
            "nn.Module",
            "torch.nn.Module",
            kind="base",
            mindspore_name="mindspore.nn.Cell",
            substitution="nn.Cell",
            context="network",
        ),
        finding(
            MODEL,
            "nn.Conv2d(channels, channels, 3, padding=1)",
            "torch.nn.Conv2d",
            verdict="equivalent",
            code="MA103",
            mindspore_name="mindspore.nn.Conv2d",
            substitution='nn.Conv2d(channels, channels, 3, pad_mode="pad", padding=1, has_bias=True)',
            imports=("from mindspore import nn",),
            reason="MindSpore's layer has no bias and pads by default; both are spelled out.",
            **inside,
        ),
        finding(
            MODEL,
            "nn.BatchNorm2d(channels)",
            "torch.nn.BatchNorm2d",
            mindspore_name="mindspore.nn.BatchNorm2d",
            substitution="nn.BatchNorm2d(channels)",
            reason="Same parameters.",
            evidence=SIGNED,
            **inside,
        ),
        finding(
            MODEL,
            "nn.init.kaiming_normal_(self.conv.weight)",
            "torch.nn.init.kaiming_normal_",
            verdict="equivalent",
            code="MA103",
            mindspore_name="mindspore.common.initializer.HeNormal",
            substitution="initializer(HeNormal(), self.conv.weight.shape)",
            **inside,
        ),
        finding(
            MODEL,
            "F.relu(self.norm(self.conv(x)))",
            "torch.nn.functional.relu",
            mindspore_name="mindspore.mint.nn.functional.relu",
            **forward,
        ),
        finding(
            MODEL,
            "x.sum()",
            "torch.Tensor.sum",
            certainty="likely",
            mindspore_name="mindspore.Tensor.sum",
            substitution="x.sum()",
            **forward,
        ),
        finding(
            MODEL,
            "torch.svd(x)",
            "torch.svd",
            verdict="unknown",
            code="MA104",
            reason="No evidence either way.",
            evidence=Evidence(),
            **forward,
        ),
        finding(
            MODEL,
            "torch.igamma(x, x)",
            "torch.igamma",
            verdict="custom-op",
            code="MA101",
            reason="Searched mint, ops, nn and Tensor of 2.10 and found nothing that computes it.",
            evidence=Evidence("official", "searched: mindspore.mint, mindspore.ops, mindspore.nn, mindspore.Tensor"),
            **forward,
        ),
        finding(
            MODEL,
            "torch.block_diag(x)",
            "torch.block_diag",
            verdict="composable",
            code="MA102",
            recipe="block_diag",
            substitution="block_diag(x)",
            imports=("from mindaudit_data.recipes import block_diag",),
            differences=("dtype: int32 indices",),
            reason="Pads and adds; the recipe was run against torch.",
            **forward,
        ),
    )
    accepted = Hazard(span(MODEL, "mask > 0"), "MA306", "A comparison of tensors.", "likely", "warning", "data", "Block.forward", "network")
    suppressed = (Suppressed(accepted, "the mask has a fixed count"),)
    return FileAudit("net/model.py", "analyzed", findings=findings, hazards=hazards(), suppressed=suppressed, text=MODEL)


def hazards() -> tuple[Hazard, ...]:
    """A branch on data, a boolean index and a syntax hazard with its call path."""
    place = {"function": "Block.forward", "context": "network"}
    return (
        Hazard(
            span(MODEL, "super().__init__()"),
            "MA402",
            "zero-argument super is rejected.",
            "likely",
            "note",
            call_path=("Net.forward", "Block.forward"),
        ),
        Hazard(
            span(MODEL, "x.sum() > 0"),
            "MA301",
            "The branch depends on the values of a tensor.",
            "certain",
            "error",
            cause="data",
            mitigation=Mitigation("Compute both sides and select.", "x = ops.select(x.sum() > 0, a, b)"),
            **place,  # type: ignore[arg-type]
        ),
        Hazard(
            span(MODEL, "x[mask > 0]"),
            "MA203",
            "The result's length depends on how many elements of the mask are true.",
            "certain",
            "warning",
            cause="data",
            mitigation=Mitigation("Keep the shape and blank what is left out.", "x = ops.where(mask > 0, x, 0)"),
            **place,  # type: ignore[arg-type]
        ),
    )


def train() -> FileAudit:
    """A training script with the tricks that a checklist asks for."""
    place = {"function": "train", "context": "training"}
    findings = (
        finding(
            TRAIN,
            "torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True)",
            "torch.optim.SGD",
            mindspore_name="mindspore.experimental.optim.SGD",
            **place,
        ),
        finding(
            TRAIN,
            "torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 300)",
            "torch.optim.lr_scheduler.CosineAnnealingLR",
            mindspore_name="mindspore.experimental.optim.lr_scheduler.CosineAnnealingLR",
            **place,
        ),
        finding(
            TRAIN,
            "torch.nn.CrossEntropyLoss(label_smoothing=0.1)",
            "torch.nn.CrossEntropyLoss",
            mindspore_name="mindspore.nn.CrossEntropyLoss",
            **place,
        ),
        finding(
            TRAIN,
            "loss.backward()",
            "torch.Tensor.backward",
            verdict="equivalent",
            code="MA103",
            mindspore_name="mindspore.value_and_grad",
            **place,
        ),
        finding(
            TRAIN,
            "torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)",
            "torch.nn.utils.clip_grad_norm_",
            verdict="equivalent",
            code="MA103",
            **place,
        ),
        finding(TRAIN, 'torch.save(net.state_dict(), "net.pth")', "torch.save", mindspore_name="mindspore.save_checkpoint", **place),
        finding(
            TRAIN,
            "torch.utils.data.DataLoader([], batch_size=8, shuffle=True)",
            "torch.utils.data.DataLoader",
            verdict="out-of-scope",
            context="data",
            mindspore_name="mindspore.dataset.GeneratorDataset",
        ),
    )
    third = (ThirdParty(span(TRAIN, "Compose"), "albumentations.Compose", "use it in the data pipeline on numpy arrays"),)
    return FileAudit(
        "train.py", "analyzed", findings=findings, third_party=third, gave_up=(Problem("MA903", "too many types", 5),) * 2, text=TRAIN
    )


def notebook() -> FileAudit:
    """Two cells; the second begins on line 3 of the text."""
    findings = (
        finding(NOTEBOOK, "torch.ones(2)", "torch.ones", mindspore_name="mindspore.mint.ones", context="host"),
        finding(
            NOTEBOOK,
            "x.numpy()",
            "torch.Tensor.numpy",
            substitution="x.asnumpy()",
            mindspore_name="mindspore.Tensor.asnumpy",
            context="host",
        ),
    )
    return FileAudit("look.ipynb", "analyzed", findings=findings, text=NOTEBOOK, cells=(Cell(2, 1), Cell(5, 3)))


def project(mindspore: str = "2.10") -> Audit:
    """Five files of every status."""
    files = (
        FileAudit("broken.py", "problem", Problem("MA901", "unexpected indent", 7)),
        FileAudit("config.py", "no-torch", text="size = 3\n"),
        notebook(),
        model(),
        train(),
    )
    return Audit("/home/someone/project", Target(mindspore), files, "0.1.0", "2026.11")


def older(mindspore: str = "2.4") -> Audit:
    """The same project against an older version, in which Conv2d was unknown and relu missing."""
    audit = project(mindspore)
    changed = {"torch.nn.Conv2d": "unknown", "torch.nn.functional.relu": "custom-op"}
    files = []
    for file in audit.files:
        findings = tuple(replace(one, verdict=changed.get(one.usage.torch_name, one.verdict)) for one in file.findings)  # type: ignore[arg-type]
        files.append(replace(file, findings=findings))
    return replace(audit, files=tuple(files))


HOSTILE = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    "\"'><b>&amp;",
    '=HYPERLINK("http://example.org")',
    "+1+cmd|' /C calc'!A0",
    "\u202ereversed\u2066\u200f",
    "nul\x00byte",
    "\x1b[31mred\x1b]0;title\x07",
    "`tick` | pipe [link](javascript:x) ::error::no",
    "{{ 7 * 7 }}{% raw %}",
    "%0Aline\r\nline",
)


def hostile() -> Audit:
    """Every text field holds something that some reader would obey; one file is a single line of a megabyte."""
    files = []
    for number, bad in enumerate(HOSTILE):
        text = f"x = torch.relu({bad!r}) # {bad}\n"
        part = text[4 : text.index("#") - 1]
        found = finding(
            text,
            part,
            bad,
            verdict="custom-op",
            code="MA101",
            function=bad,
            mindspore_name=bad,
            substitution=bad,
            reason=bad,
            recipe=bad,
            imports=(bad,),
            differences=(bad,),
            evidence=Evidence("official", bad),
        )
        hazard = Hazard(
            span(text, part), "MA301", bad, "certain", "error", "data", bad, mitigation=Mitigation(bad, bad), call_path=(bad, bad)
        )
        files.append(
            FileAudit(
                f"{number:02}{bad}.py",
                "analyzed",
                None,
                (found,),
                (hazard,),
                (ThirdParty((0, 1), bad, bad),),
                suppressed=(Suppressed(hazard, bad),),
                text=text,
            )
        )
    line = "y = torch.abs(" + "a" * 1_000_000 + ")\n"
    files.append(FileAudit("long.py", "analyzed", None, (finding(line, line[4:-1], "torch.abs"),), text=line))
    files.append(FileAudit("zbad.py", "problem", Problem("MA901", HOSTILE[0] + HOSTILE[7], 1)))
    return Audit(HOSTILE[0], Target(), tuple(files), "0.1.0", "2026.11")


def large(sites: int) -> Audit:
    """As many sites as asked for, spread over files of a hundred, every tenth with a hazard."""
    names = ("Conv2d", "Linear", "ReLU", "LayerNorm", "Dropout", "GELU", "Identity", "Sequential")
    verdicts = ("supported", "equivalent", "supported", "composable", "unknown", "supported", "custom-op", "supported")
    files = []
    for first in range(0, sites, 100):
        rows = range(first, min(first + 100, sites))
        text = "".join(f"layer_{row} = nn.{names[row % 8]}({row}, {row * 7 % 512})\n" for row in rows)
        findings = []
        for row in rows:
            part = f"nn.{names[row % 8]}({row}, {row * 7 % 512})"
            findings.append(
                finding(
                    text,
                    part,
                    f"torch.nn.{names[row % 8]}",
                    verdict=verdicts[row % 8],
                    substitution=f"mint.{part}",
                    reason=f"Same parameters in {row % 50} of 50 samples.",
                )
            )
        hazards = tuple(
            Hazard(one.usage.span, f"MA2{one.usage.span[0] % 10:02}", "Varies.", "likely", "warning", "data") for one in findings[::10]
        )
        files.append(
            FileAudit(f"package/part{first // 2000}/file{first // 100:04}.py", "analyzed", None, tuple(findings), hazards, text=text)
        )
    return Audit("package", Target(), tuple(files), "0.1.0", "2026.11")
