"""Scans: every repository becomes a row, whatever kind of source it is and whatever happens to it."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import psutil
import pytest

from mindaudit.cli import run
from mindaudit.portfolio import engine
from mindaudit.portfolio.checkout import files_of
from mindaudit.portfolio.collecting import chunks
from mindaudit.portfolio.job import Job, perform
from mindaudit.portfolio.listing import Repository, listed
from mindaudit.portfolio.scan import Plan
from mindaudit.portfolio.scan import scan as portfolio_scan
from mindaudit.portfolio.store import Store, unpacked
from mindaudit.portfolio.task import Options, audit, key, scratch_folder
from mindaudit_reports.portfolio.records import Row

DAY = "2026-03-01"
NET = """
import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.func.functional_call(self, {}, (x,)) + torch.relu(x)
"""


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")


def folder(place: Path, text: str = NET) -> Path:
    place.mkdir(parents=True)
    (place / "net.py").write_text(text)
    return place


def git(place: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments]
    return subprocess.run(command, cwd=place, check=True, capture_output=True, text=True).stdout.strip()


def committed(place: Path, text: str = NET) -> str:
    """A commit of a text in a new or existing repository."""
    if not place.exists():
        folder(place)
        git(place, "init", "-q", "-b", "main")
    (place / "net.py").write_text(text)
    git(place, "add", ".")
    git(place, "commit", "-q", "-m", "change")
    return git(place, "rev-parse", "HEAD")


def scan(tmp_path: Path, *arguments: str) -> int:
    return run(["portfolio", "scan", *arguments, "--store", str(tmp_path / "store"), "-q", "-j", "1"])


def rows(tmp_path: Path) -> dict[str, Row]:
    return {row.repository: row for row in Store(str(tmp_path / "store")).rows()}


def test_every_kind_of_source(tmp_path: Path) -> None:
    plain = folder(tmp_path / "plain")
    commit = committed(tmp_path / "cloned")
    git(tmp_path, "clone", "-q", "--bare", "cloned", "bare.git")
    with tarfile.open(tmp_path / "packed-1.0.tar.gz", "w:gz") as archive:
        archive.add(plain, "packed-1.0")
    shutil.make_archive(str(tmp_path / "zipped"), "zip", plain)
    (tmp_path / "zipped.zip").rename(tmp_path / "wheel-1-py3-none-any.whl")
    url = (tmp_path / "cloned").as_uri()
    shutil.copytree(plain, tmp_path / "other")
    names = ["plain", "bare.git", "packed-1.0.tar.gz", "wheel-1-py3-none-any.whl"]
    assert scan(tmp_path, *(str(tmp_path / name) for name in names), url) == 0
    found = rows(tmp_path)
    assert set(found) == {"plain", "bare", "cloned", "packed-1.0", "wheel-1-py3-none-any"}
    assert {row.status for row in found.values()} == {"audited"}
    assert found["bare"].version == found["cloned"].version == commit
    figures = [row.figures for row in found.values()]
    assert {each.summary.sites for each in figures if each} == {3}
    assert {each.level for each in figures if each} == {"blocked"}
    assert figures[0]
    assert {api.name: api.counts for api in figures[0].apis}["torch.func.functional_call"] == {"custom-op": 1}


def test_a_named_revision(tmp_path: Path) -> None:
    first = committed(tmp_path / "a")
    git(tmp_path / "a", "tag", "-a", "v1", "-m", "one")
    second = committed(tmp_path / "a", "import torch\n")
    git(tmp_path / "a", "branch", "side", first)
    entry = "[[repositories]]\nname = '{0}'\nsource = 'a'\nrevision = '{0}'\n"
    (tmp_path / "repos.toml").write_text("".join(entry.format(name) for name in ("v1", "main", "side", first, "nothing")))
    assert scan(tmp_path, "--list", str(tmp_path / "repos.toml")) == 3
    found = rows(tmp_path)
    assert {name: row.version for name, row in found.items()} == {"v1": first, "side": first, first: first, "main": second, "nothing": ""}
    assert found["nothing"].reason == "no revision 'nothing' in it"


def test_what_is_unchanged_is_not_audited_again(tmp_path: Path) -> None:
    commit = committed(tmp_path / "a")
    place = folder(tmp_path / "b")
    arguments = [(tmp_path / "a").as_uri(), str(place)]
    assert scan(tmp_path, *arguments) == 0
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "store").rglob("*.zst") if "@index" not in file.parts}
    assert len(kept) == 2
    assert scan(tmp_path, *arguments) == 0
    assert {name: row.status for name, row in rows(tmp_path).items()} == {"a": "unchanged", "b": "unchanged"}
    assert all(file.stat().st_mtime_ns == before for file, before in kept.items())
    assert scan(tmp_path, *arguments, "--target", "2.9") == 0
    assert {name: row.status for name, row in rows(tmp_path).items()} == {"a": "audited", "b": "audited"}
    assert rows(tmp_path)["a"].version == commit
    (place / "net.py").write_text("import torch\n")
    assert scan(tmp_path, *arguments, "--target", "2.9") == 0
    statuses = [(row.repository, row.status) for row in Store(str(tmp_path / "store")).rows()]
    assert sorted(statuses) == [("a", "unchanged"), ("b", "audited"), ("b", "audited")]


def test_failures_are_rows_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder(tmp_path / "good")
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged.zip").write_bytes(b"PK")
    sources = [str(tmp_path / name) for name in ("good", "empty", "damaged.zip", "missing")]
    assert scan(tmp_path, *sources, "file:///no/such/place.git") == 3
    found = rows(tmp_path)
    assert {name: row.status for name, row in found.items()} == {
        "good": "audited",
        "empty": "empty",
        "damaged": "failed",
        "missing": "failed",
        "place": "failed",
    }
    assert found["missing"].reason == "no such folder or file"
    assert "git cannot fetch it" in found["place"].reason


def test_a_repository_that_hangs_has_a_time_limit(tmp_path: Path) -> None:
    good = str(folder(tmp_path / "good"))
    with socket.create_server(("127.0.0.1", 0)) as server:
        silent = f"git://127.0.0.1:{server.getsockname()[1]}/silent.git"
        assert scan(tmp_path, silent, "--time-limit", "3") == 3
    assert rows(tmp_path)["silent"].reason == "it took longer than 3 seconds"
    assert scan(tmp_path, good) == 0  # a new process has taken the place of the one that was ended
    assert {name: row.status for name, row in rows(tmp_path).items()} == {"silent": "failed", "good": "audited"}


def test_a_killed_scan_goes_on_where_it_stopped(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done, left = listed([str(folder(tmp_path / "done")), str(folder(tmp_path / "left"))], None)
    store, options = Store(str(tmp_path / "store")), Options(DAY)
    store.note([Row(each.name, "waiting", "2026-01-01") for each in (done, left)])
    content = audit(done, options)
    assert run(["portfolio", "status", "--store", str(tmp_path / "store")]) == 0
    assert capfd.readouterr().out.splitlines()[1:] == ["done: waiting", "left: waiting"]
    store.keep(done.name, known(done), content)
    assert scan(tmp_path, done.source, left.source) == 0
    assert {name: row.status for name, row in rows(tmp_path).items()} == {"done": "unchanged", "left": "audited"}


def known(repository: Repository) -> str:
    from mindaudit.portfolio.checkout import known_version

    version = known_version(repository)
    assert version
    return version


def test_the_task_is_pure(tmp_path: Path) -> None:
    (one,) = listed([str(folder(tmp_path / "a"))], None)
    first = audit(one, Options(DAY))
    assert audit(one, Options(DAY)) == first
    report = json.loads(unpacked(first))
    assert (report["root"], report["project"], report["made"], report.get("commit")) == ("a", "a", DAY, None)
    assert str(tmp_path) not in unpacked(first).decode()


def test_a_folder_that_git_knows_bears_its_commit(tmp_path: Path) -> None:
    commit = committed(tmp_path / "a")
    (one,) = listed([str(tmp_path / "a")], None)
    assert json.loads(unpacked(audit(one, Options(DAY))))["commit"] == commit


def test_the_key_follows_everything_that_matters() -> None:
    one, options = Repository("/a", name="a"), Options(DAY)
    same = [
        (one, "01", Options("2027-01-01")),
        (Repository("/b", name="a", owner="x", tags=("y",), value=3), "01", options),
    ]
    other = [
        (one, "02", options),
        (Repository("/a", name="b"), "01", options),
        (Repository("/a", name="a", paths=("src",)), "01", options),
        (Repository("/a", name="a", exclude=("src",)), "01", options),
        (Repository("/a", name="a", target=("2.9",)), "01", options),
        (one, "01", Options(DAY, ("2.8",))),
        (one, "01", Options(DAY, mode="pynative")),
        (one, "01", Options(DAY, no_source=True)),
    ]
    assert {key(*each) for each in same} == {key(one, "01", options)}
    assert len({key(*each) for each in [(one, "01", options), *other]}) == len(other) + 1


def test_sources_can_be_kept_out_of_the_store(tmp_path: Path) -> None:
    (one,) = listed([str(folder(tmp_path / "a"))], None)
    assert b"class Net(torch.nn.Module)" in unpacked(audit(one, Options(DAY)))
    assert b"class Net(" not in unpacked(audit(one, Options(DAY, no_source=True)))


def test_own_targets_and_paths(tmp_path: Path) -> None:
    folder(tmp_path / "a" / "src")
    folder(tmp_path / "a" / "tests")
    (tmp_path / "repos.toml").write_text("[[repositories]]\nsource = 'a'\npaths = ['src']\ntarget = ['2.9', '2.10']\nmode = 'pynative'\n")
    assert scan(tmp_path, "--list", str(tmp_path / "repos.toml")) == 0
    row = rows(tmp_path)["a"]
    report = json.loads(Store(str(tmp_path / "store")).report("a", row.version))
    assert [report["target"]["mindspore"], *(each["target"]["mindspore"] for each in report["others"])] == ["2.9", "2.10"]
    assert report["target"]["mode"] == "pynative"
    assert len(report["files"]) == 1


def test_several_targets(tmp_path: Path) -> None:
    assert scan(tmp_path, str(folder(tmp_path / "a")), "--target", "2.4", "--target", "2.10") == 0
    figures = rows(tmp_path)["a"].figures
    assert figures
    assert [each.target.mindspore for each in (*figures.others, figures)] == ["2.4", "2.10"]
    assert run(["portfolio", "report", "--store", str(tmp_path / "store"), "-o", str(tmp_path / "all.json")]) == 0
    told = json.loads((tmp_path / "all.json").read_bytes())["targets"]
    assert [each["target"] for each in told] == ["MindSpore 2.4, graph mode, Ascend", "MindSpore 2.10, graph mode, Ascend"]


def test_own_settings_say_what_the_code_is_not_how_it_is_judged(tmp_path: Path) -> None:
    place = folder(tmp_path / "a")
    folder(place / "vendor")
    (place / "tools.py").write_text("import torch\ntorch.func.functional_call(1, {}, ())\n")
    (place / "rows.csv").write_text("torch_name,verdict,template,note\ntorch.relu,composable,mint.abs(mint.neg({input})),ours\n")
    settings = 'exclude = ["/vendor/"]\nscope = {without = ["/tools.py"]}\nmappings = ["rows.csv"]\n'
    (place / "mindaudit.toml").write_text(settings + 'target = "2.7"\nmode = "pynative"\nlevels = {MA101 = "off"}\n')
    with tarfile.open(tmp_path / "packed.tar", "w") as archive:
        archive.add(place, "a")
    assert scan(tmp_path, str(place), str(tmp_path / "packed.tar")) == 0
    for row in rows(tmp_path).values():
        report = json.loads(Store(str(tmp_path / "store")).report(row.repository, row.version))
        assert [file["path"] for file in report["files"]] == ["net.py", "tools.py"]
        assert (report["target"]["mindspore"], report["target"]["mode"]) == ("2.10", "graph")
        calls = {(each["path"], each["torch_name"]): each["verdict"] for each in report["usages"] if each["kind"] == "call"}
        assert calls["net.py", "torch.relu"] == "composable"
        assert [calls[name, "torch.func.functional_call"] for name in ("net.py", "tools.py")] == ["custom-op", "out-of-scope"]
    before = {row.version for row in rows(tmp_path).values()}
    (place / "rows.csv").write_text("torch_name,verdict,note\ntorch.relu,custom-op,searched\n")
    assert scan(tmp_path, str(place)) == 0
    assert {row.version for row in rows(tmp_path).values()} - before
    (place / "mindaudit.toml").write_text("exlude = []\n")
    assert scan(tmp_path, str(place)) == 3
    assert [row.reason for row in Store(str(tmp_path / "store")).rows() if row.reason] == [
        "mindaudit.toml: unknown key 'exlude'; did you mean 'exclude'?"
    ]


def test_a_very_large_repository_is_several_tasks(tmp_path: Path) -> None:
    place = folder(tmp_path / "a")
    for number in range(6):
        (place / f"part{number}.py").write_text(f"{NET}\n\nNUMBER = {number}\n")
    (place / "broken.py").write_text("def (:\n")
    (one,) = listed([str(place)], None)
    whole = audit(one, Options(DAY))
    found: list[Row] = []
    portfolio_scan([one], Options(DAY), Plan(str(tmp_path / "store"), workers=2, large=300), found.append)
    assert [row.status for row in found] == ["audited"]
    assert Store(str(tmp_path / "store")).report("a", found[0].version) == unpacked(whole)
    assert len(chunks(files_of(one, place), 300)) > 2
    assert chunks(files_of(one, place), 100_000) == []


def test_any_other_engine_can_run_it(tmp_path: Path) -> None:
    """What Ray and Spark do: pickle, call somewhere else, pickle what comes back."""
    sources = [str(folder(tmp_path / "a")), str(tmp_path / "missing")]
    store = str(tmp_path / "store")

    def work(repository: Repository) -> Row:
        with scratch_folder() as scratch:
            return pickle.loads(pickle.dumps(perform(Job(repository, Options(DAY), store), scratch)))  # type: ignore[no-any-return]

    Store(store).note(map(work, pickle.loads(pickle.dumps(listed(sources, None)))))
    assert {name: row.status for name, row in rows(tmp_path).items()} == {"a": "audited", "missing": "failed"}
    assert run(["portfolio", "report", "--store", store, "-o", str(tmp_path / "x.md")]) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_cluster_on_this_machine_listens_to_nobody_else() -> None:
    with engine.connected(None, 1):
        places = {each.laddr.ip for each in psutil.Process().net_connections("inet") if each.status == psutil.CONN_LISTEN}
    assert places <= {"127.0.0.1", "::1"}


def test_an_interrupted_scan_ends_at_once_and_leaves_no_process(tmp_path: Path) -> None:
    folder(tmp_path / "a")
    with socket.create_server(("127.0.0.1", 0)) as server:
        silent = f"git://127.0.0.1:{server.getsockname()[1]}/silent.git"
        command = [
            sys.executable,
            "-m",
            "mindaudit",
            "portfolio",
            "scan",
            str(tmp_path / "a"),
            silent,
            "-j",
            "2",
            "--store",
            str(tmp_path / "s"),
        ]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
            assert running.stderr
            assert running.stderr.readline() == "a: audited\n"
            connection, _ = server.accept()  # git is waiting for an answer now
            with connection:
                begun = time.monotonic()
                running.send_signal(signal.SIGINT)
                assert running.wait(60) == 130
            assert time.monotonic() - begun < 25  # Dask alone would wait for thirty seconds
    found = {row.repository: row.status for row in Store(str(tmp_path / "s")).rows()}
    assert found == {"a": "audited", "silent": "waiting"}
