"""The store: whole or not at all, many writers, nothing trusted."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import msgspec
import pytest
import zstandard

from mindaudit.errors import MindauditError, UsageError
from mindaudit.model import Target
from mindaudit.portfolio.store import Store, folder_of, head_of, newest, packed, unpacked
from mindaudit_reports.portfolio.records import ApiFigure, Figures, Row
from mindaudit_reports.views.report import Summary

VERSION = "0123456789abcdef"
FIGURES = Figures(Target(), "1", "2", "2026-01-01", "", Summary({}, 0, {}, None, None), "nothing", (0.0, 0.0), (0.0, 0.0), (), ())


def row(name: str, at: str = "2026-01-01", version: str = VERSION, **more: object) -> Row:
    return msgspec.structs.replace(Row(name, "audited", at, version), **more)


@pytest.fixture(params=["folder", "memory"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "store") if request.param == "folder" else f"memory://{tmp_path}"


def test_a_report_comes_back_as_it_was(url: str) -> None:
    content = packed("key", FIGURES, b'{"schema": 2}')
    Store(url).keep("net", VERSION, content)
    assert Store(url).report("net", VERSION) == b'{"schema": 2}'
    head = Store(url).head("net", VERSION)
    assert head is not None
    assert (head.key, head.figures) == ("key", FIGURES)
    assert head_of(content) == head


def test_any_reader_of_zstandard_reads_it(tmp_path: Path) -> None:
    content = packed("key", FIGURES, b"report")
    reader = zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True)
    assert reader.read() == b"report"


@pytest.mark.parametrize("content", [b"", b"{}", b"\x50\x2a\x4d\x18\xff\xff\xff\xff{", packed("k", FIGURES, b"report")[:-3]])
def test_damaged_files_are_no_reports(tmp_path: Path, content: bytes) -> None:
    store = Store(str(tmp_path))
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / f"{VERSION}.json.zst").write_bytes(content)
    with pytest.raises(MindauditError, match="cannot be read"):
        store.report("net", VERSION)
    if len(content) < 100:
        assert store.head("net", VERSION) is None


def test_what_is_not_there_is_reported(url: str) -> None:
    assert Store(url).rows() == []
    assert Store(url).head("net", VERSION) is None
    with pytest.raises(MindauditError, match="cannot be read"):
        Store(url).report("net", VERSION)
    with pytest.raises(UsageError, match="this store cannot be used"):
        Store("no-such-kind://x")


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(tmp_path))
    store.keep("net", VERSION, packed("old", FIGURES, b"old"))

    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(type(store._files), "mv", fail)
    with pytest.raises(MindauditError, match="disk full"):
        store.keep("net", VERSION, packed("new", FIGURES, b"new"))
    assert store.report("net", VERSION) == b"old"


def test_rows_are_merged_and_compacted(url: str) -> None:
    store = Store(url)
    store.note([row("a"), row("b", status="waiting", version="")])
    store.note([row("b", at="2026-01-02"), row("c", at="2026-01-02", status="failed", version="", reason="gone")])
    before = store.rows()
    assert [(each.repository, each.status) for each in before] == [("a", "audited"), ("b", "audited"), ("c", "failed")]
    store.compact()
    assert len(store._segments()) == 1
    assert store.rows() == before


def test_a_failure_goes_when_the_repository_succeeds() -> None:
    failed, done = row("a", status="failed", version=""), row("a", at="2026-01-02")
    assert newest([failed, done]) == [done]
    later = row("a", at="2026-01-03", status="failed", version="")
    assert newest([failed, done, later]) == [done, later]


def write(url: str, name: str) -> None:
    store = Store(url)
    for number in range(20):
        store.note([row(f"{name}{number}")])
        store.compact()


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write, args=(str(tmp_path), name)) for name in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert {each.repository for each in Store(str(tmp_path)).rows()} == {f"{name}{number}" for name in "ab" for number in range(20)}


@pytest.mark.parametrize(
    "name", ["..", ".", "../../x", "/etc", "a/b", "a\\b", "@index", "-x", "~", "a" * 400, "层" * 200, "\udce9", "a\nb", "%2F"]
)
def test_folders_of_names_stay_in_the_store(tmp_path: Path, name: str) -> None:
    folder = folder_of(name)
    assert folder not in {"", ".", "..", "@index"}
    assert "/" not in folder
    assert "\\" not in folder
    assert len(folder) < 200
    store = Store(str(tmp_path / "store"))
    store.keep(name, VERSION, packed("k", FIGURES, b"r"))
    assert [file.parent.parent for file in tmp_path.rglob("*.zst")] == [tmp_path / "store"]


def test_names_have_folders_of_their_own() -> None:
    names = ["a/b", "a%2Fb", "a" * 300, "a" * 301, ".a", "%2Ea", "A", "a"]
    assert len({folder_of(name) for name in names}) == len(names)


@pytest.mark.parametrize("version", ["", "../../x", "ABCDEF0123", "0123456"])
def test_versions_are_digests(tmp_path: Path, version: str) -> None:
    with pytest.raises(UsageError, match="is no version"):
        Store(str(tmp_path)).keep("net", version, b"")


def test_an_unpacked_report_has_a_limit() -> None:
    with pytest.raises(ValueError, match="no report"):
        unpacked(b"1234567890")


def test_of_the_past_the_index_keeps_what_a_trend_needs(url: str) -> None:
    def audited(day: str, version: str) -> Row:
        apis = (ApiFigure("torch.relu", {"supported": 1}),)
        return row("a", at=day, version=version, figures=msgspec.structs.replace(FIGURES, made=day, apis=apis))

    store = Store(url)
    store.note([audited("2026-01-01", "a" * 8)])
    store.note([audited("2026-02-01", "b" * 8)])
    store.compact()
    assert [(each.version[0], len(each.figures.apis)) for each in store.rows() if each.figures] == [("a", 0), ("b", 1)]
