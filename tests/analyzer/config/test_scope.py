from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mindaudit.audit import engine
from mindaudit.config.files import load
from mindaudit.config.schema import Config
from mindaudit.config.scope import REASON
from mindaudit.errors import UsageError
from mindaudit.model import Finding

SOURCE = """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.nonzero(x)


def show(x: torch.Tensor) -> None:
    print(torch.svd_lowrank(x))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "export").mkdir()
    for name in ("net.py", "export/onnx.py"):
        (tmp_path / name).write_text(SOURCE)
    return tmp_path


def configured(project: Path, scope: str) -> Config:
    (project / "mindaudit.toml").write_text(f"scope = {scope}\n")
    return replace(load(project / "mindaudit.toml"), cache=False)


def test_files_that_are_left_out_count_neither_way(project: Path) -> None:
    whole = engine.scan([project], Config(cache=False))
    audit = engine.scan([project], configured(project, '{without = ["/export/"]}'))
    (left_out,) = [file for file in audit.files if file.path == "export/onnx.py"]
    assert left_out.hazards == ()
    assert {(finding.verdict, finding.code, finding.reason) for finding in left_out.findings} == {("out-of-scope", None, REASON)}
    assert [file for file in audit.files if file.path == "net.py"] == [file for file in whole.files if file.path == "net.py"]
    assert audit.summary().by_verdict["out-of-scope"] > whole.summary().by_verdict["out-of-scope"]
    assert audit.summary().sites == whole.summary().sites


def test_parts_that_are_left_out(project: Path) -> None:
    whole = engine.scan([project / "net.py"], Config(cache=False))
    contexts = {finding.usage.context for file in whole.files for finding in file.findings}
    assert "network" in contexts
    audit = engine.scan([project / "net.py"], configured(project, '{contexts = ["network"]}'))
    assert not any(hazard.context == "network" for file in audit.files for hazard in file.hazards)
    judged = [finding for file in audit.files for finding in file.findings]
    assert {finding.verdict for finding in judged if finding.usage.context == "network"} == {"out-of-scope"}
    assert any(finding.verdict != "out-of-scope" for finding in judged)


def test_comments_and_libraries_of_files_that_are_left_out_are_not_reported(project: Path) -> None:
    source = "import einops\nimport torch\nx = einops.rearrange(torch.svd_lowrank(y), 'a b -> b a')  # mindaudit: ignore[MA101] later\n"
    (project / "export" / "onnx.py").write_text(source)
    audit = engine.scan([project], configured(project, '{without = ["/export/"]}'))
    (left_out,) = [file for file in audit.files if file.path == "export/onnx.py"]
    assert (left_out.hazards, left_out.third_party, left_out.suppressed) == ((), (), ())
    assert {finding.verdict for finding in left_out.findings} == {"out-of-scope"}


def test_a_comment_on_a_part_that_is_left_out_is_not_idle(project: Path) -> None:
    (project / "net.py").write_text(SOURCE.replace("nonzero(x)", "nonzero(x)  # mindaudit: ignore later"))
    whole = engine.scan([project / "net.py"], Config(cache=False)).files[0]
    assert whole.suppressed
    parted = engine.scan([project / "net.py"], configured(project, '{contexts = ["network"]}')).files[0]
    assert (parted.suppressed, parted.hazards) == ((), ())
    assert len(parted.findings) == len(whole.findings) + sum(isinstance(each.result, Finding) for each in whole.suppressed)


@pytest.mark.parametrize("scope", ['{without = ["\\\\"]}', '{contexts = ["nowhere"]}', '{with = ["a"]}', '["a"]'])
def test_what_means_nothing(project: Path, scope: str) -> None:
    with pytest.raises(UsageError):
        configured(project, scope)
