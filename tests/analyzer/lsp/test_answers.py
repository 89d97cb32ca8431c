from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol.types import DiagnosticSeverity, Position, Range
from pygls.workspace import PositionCodec

from mindaudit.config import site
from mindaudit.config.schema import Config
from mindaudit.lsp import fixes
from mindaudit.lsp.answers import Answers
from mindaudit.lsp.session import CancelledError, Session
from mindaudit.lsp.wording import Speech
from mindaudit.model import FileAudit, Finding, Hazard, Mitigation, Problem, Target, Usage
from mindaudit.sources.notebook import Code

TEXT = "import torch\n层 = '\U0001f600'; y = torch.f(x)\r\nz"
SPAN = (TEXT.index("torch.f"), TEXT.index("torch.f") + 10)


def answers(encoding: str = "utf-16", **changes: object) -> Answers:
    finding = Finding(
        Usage(SPAN, "call", "torch.f", "likely"),
        "custom-op",
        "MA101",
        differences=("dtype: int32 indices",),
        reason="None found",
        substitution="own(x)",
        imports=("from own import own",),
    )
    where = Finding(Usage((7, 12), "import", "torch", "certain"), "supported")
    hazard = Hazard(SPAN, "MA202", "grows", "certain", "warning", mitigation=Mitigation("Do not", "mask"))
    file = FileAudit("x.py", "analyzed", findings=(where, finding), hazards=(hazard,), text=TEXT, **changes)  # type: ignore[arg-type]
    return Answers(file, Target(), PositionCodec(encoding))


@pytest.mark.parametrize(("encoding", "column"), [("utf-32", 13), ("utf-16", 14), ("utf-8", 18)])
def test_columns_in_the_units_agreed_on(encoding: str, column: int) -> None:
    found = answers(encoding)
    assert found.range(SPAN) == Range(Position(1, column), Position(1, column + 10))
    assert found.offset(Position(1, column)) == SPAN[0]


def test_positions_beyond_the_text() -> None:
    found = answers()
    assert found.offset(Position(1, 999)) == TEXT.index("\r")
    assert found.offset(Position(2, 999)) == len(TEXT)
    assert found.offset(Position(99, 0)) == len(TEXT)


def test_diagnostics() -> None:
    severities = {each.code: each.severity for each in answers().diagnostics()}
    assert severities == {"MA101": DiagnosticSeverity.Error, "MA202": DiagnosticSeverity.Warning}
    broken = answers(problem=Problem("MA901", "no", 2)).diagnostics()
    assert [(each.code, each.range.start.line) for each in broken] == [("MA901", 1)]


def test_hover_tells_everything() -> None:
    hover = answers().hover(Position(1, 15))
    assert hover
    text = hover.contents.value  # type: ignore[union-attr]
    for word in ("torch.f", "no counterpart", "custom-op, likely", "None found", "int32", "Evidence: none", "own(x)", "MA202", "mask"):
        assert word in text
    assert answers().hover(Position(2, 0)) is None


def test_the_action_brings_its_import_once() -> None:
    place = Range(Position(1, 15), Position(1, 15))
    action = answers().actions("u", place)[0]
    assert action.edit
    assert action.edit.changes
    assert [edit.new_text for edit in action.edit.changes["u"]] == ["from own import own\n", "own(x)"]
    assert answers().actions("u", Range(Position(2, 0), Position(2, 0))) == []


def test_a_result_can_be_accepted_where_it_stands() -> None:
    place = Range(Position(1, 15), Position(1, 15))
    titles = {action.title: action for action in answers().actions("u", place)}
    assert titles.keys() == {"Replace torch.f by own(x)", "Accept MA101 here", "Accept MA202 here"}
    (edit,) = titles["Accept MA202 here"].edit.changes["u"]  # type: ignore[union-attr,index]
    assert edit.new_text == "  # mindaudit: ignore[MA202] say why"
    assert edit.range == Range(Position(1, 24), Position(1, 24))


def test_no_comment_inside_a_text() -> None:
    text = 'x = f("""\n""", y)\n'
    file = FileAudit("x.py", "analyzed", text=text)
    edit = fixes.accepting(file, (4, 16), "MA202", "why")
    assert edit == fixes.Edit((17, 17), "  # mindaudit: ignore[MA202] why")
    assert fixes.accepting(file, (4, 8), "MA202", "why") is None


def test_all_sure_substitutions_at_once() -> None:
    text = "import torch\na = torch.abs(torch.neg(x))\nb = torch.svd(a)\n"

    def found(part: str, certainty: str, verdict: str, instead: str) -> Finding:
        start = text.index(part)
        usage = Usage((start, start + len(part)), "call", "torch.f", certainty)  # type: ignore[arg-type]
        return Finding(usage, verdict, substitution=instead, imports=("from mindspore import mint",))  # type: ignore[arg-type]

    findings = (
        Finding(Usage((7, 12), "import", "torch", "certain"), "supported"),
        found("torch.abs(torch.neg(x))", "certain", "supported", "mint.abs(mint.neg(x))"),
        found("torch.neg(x)", "certain", "supported", "mint.neg(x)"),
        found("torch.svd(a)", "likely", "equivalent", "mint.svd(a)"),
    )
    edits = fixes.every_sure(FileAudit("x.py", "analyzed", findings=findings, text=text))
    assert [edit.text for edit in edits] == ["from mindspore import mint\n", "mint.abs(mint.neg(x))"]


def test_the_language_of_the_configuration() -> None:
    finding = Finding(Usage(SPAN, "call", "torch.f", "likely"), "unknown", "MA104", reason="Plain Python.")
    hazard = Hazard(SPAN, "MA202", "grows", "certain", "warning", mitigation=Mitigation("Do not", "", "不要"), message_zh="变长")
    file = FileAudit("x.py", "analyzed", findings=(finding,), hazards=(hazard,), text=TEXT)
    found = Answers(file, Target(), PositionCodec("utf-16"), Speech("zh"))
    assert [each.message for each in found.diagnostics()] == ["torch.f：普通 Python。", "变长。不要"]
    hover = found.hover(Position(1, 15))
    assert hover
    assert "没有对应 API" in hover.contents.value  # type: ignore[union-attr]
    assert found.actions("u", Range(Position(1, 15), Position(1, 15)))[0].title == "在此处接受 MA104"


def pages(speech: Speech) -> set[str]:
    shown = Answers(file_of(), Target(), PositionCodec("utf-16"), speech).diagnostics()
    return {each.code_description.href for each in shown if each.code == "MA202" and each.code_description}


def file_of() -> FileAudit:
    hazard = Hazard(SPAN, "MA202", "grows", "certain", "warning", mitigation=Mitigation("Do not", ""))
    return FileAudit("x.py", "analyzed", hazards=(hazard,), text=TEXT)


def test_a_code_leads_to_its_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On the site that the configuration names, in its language; on the copy that is installed, if there is one."""
    monkeypatch.setattr(site, "installed", lambda: None)
    assert pages(Speech("en", "https://docs.example/x/")) == {"https://docs.example/x/en/rules/MA202.html"}
    assert pages(Speech("zh", "https://docs.example/x")) == {"https://docs.example/x/zh/rules/MA202.html"}
    assert pages(Speech("en", "")) == set()
    monkeypatch.setattr(site, "installed", lambda: tmp_path)
    assert pages(Speech("en", "https://docs.example/x")) == {f"{tmp_path.as_uri()}/en/rules/MA202.html"}


def test_a_session_reads_again_only_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text("import torch\n")
    session = Session(tmp_path, Config())
    session.refresh()
    path = str((tmp_path / "a.py").resolve())
    assert set(session.audit({path: Code("import torch\n")})) == {path}
    read: list[str] = []
    monkeypatch.setattr("mindaudit.lsp.session.collect_one", lambda source, _: read.append(source.name) or Problem("MA901", "stop"))
    (tmp_path / "c.py").write_text("import torch\nx = 1\n")
    found = session.audit({path: Code("import torch\ny = 1\n")})
    assert read == ["a.py", "c.py"]
    assert found[path].problem == Problem("MA901", "stop")


def test_a_session_stops_when_nobody_wants_the_answer(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\n")
    session = Session(tmp_path)
    with pytest.raises(CancelledError):
        session.audit({}, lambda: True)
    calls = iter([False] * 2 + [True] * 50)
    with pytest.raises(CancelledError):
        session.audit({str((tmp_path / "a.py").resolve()): Code("import torch\n")}, lambda: next(calls))


def test_a_folder_without_python_has_its_open_documents(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.refresh()
    new = str(tmp_path.resolve() / "new.py")
    assert set(session.audit({new: Code("import torch\n"), "/elsewhere/x.py": Code("")})) == {new}


def test_a_stub_that_is_open_is_audited(tmp_path: Path) -> None:
    """As one that is named by hand on the command line; its module stays what the code beside it says."""
    stub, user = str(tmp_path.resolve() / "layers.pyi"), str(tmp_path.resolve() / "user.py")
    (tmp_path / "layers.py").write_text("import torch\n\n\ndef made():\n    return torch.ones(2)\n")
    texts = {stub: "import torch\n\ndef made() -> torch.Tensor: ...\n", user: "from layers import made\n\nx = made().nonzero()\n"}
    for path, text in texts.items():
        Path(path).write_text(text)
    found = Session(tmp_path).audit({path: Code(text) for path, text in texts.items()})
    assert {finding.usage.torch_name for finding in found[stub].findings} == {"torch", "torch.Tensor"}
    assert [hazard.code for hazard in found[user].hazards] == ["MA202"]
    excluding = Session(tmp_path, Config(exclude=("*.pyi",), folder=tmp_path))
    assert set(excluding.audit({stub: Code(texts[stub])})) == set()


def test_an_edit_is_answered_without_resolving_the_project_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is in the making of being written is to other files what it was before."""
    (tmp_path / "layers.py").write_text("import torch\n\n\ndef double(x):\n    return torch.add(x, x)\n")
    text = "import torch\nfrom layers import double\n\n\ndef f(x: torch.Tensor):\n    return double(x).sum()\n"
    user, path = str((tmp_path / "user.py").resolve()), str((tmp_path / "layers.py").resolve())
    Path(user).write_text(text)
    session = Session(tmp_path)
    session.refresh()

    def names(documents: dict[str, str]) -> list[list[str]]:
        audits = session.audit({path: Code(text) for path, text in documents.items()})
        return [[finding.usage.torch_name for finding in audits[path].findings if finding.usage.kind == "call"] for path in documents]

    edited = text.replace("    return", "    x.view(-1)\n    return")
    assert names({user: text}) == [["torch.Tensor.sum"]]
    with monkeypatch.context() as patched:
        patched.setattr("mindaudit.lsp.session.judge", None)
        assert names({user: edited}) == [["torch.Tensor.view", "torch.Tensor.sum"]]
        broken = "import torch\n\n\ndef double(x:\n"
        assert names({user: edited, path: broken}) == [["torch.Tensor.view", "torch.Tensor.sum"], []]
    assert names({user: edited, path: "import torch\n\n\ndef double(x):\n    return [x]\n"}) == [["torch.Tensor.view"], []]
