"""A store on a server that speaks S3: the same bytes as in a folder, and nothing lost by two writers. `tox -e s3` installs the server."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.portfolio.store import Store
from mindaudit_reports.portfolio.records import Row

s3fs = pytest.importorskip("s3fs")
server_of = pytest.importorskip("moto.server")
ROWS = 12


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = server_of.ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    names = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_DEFAULT_REGION": "us-east-1", "AWS_ENDPOINT_URL": endpoint}
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    name = secrets.token_hex(8)
    s3fs.S3FileSystem(skip_instance_cache=True).mkdir(name)
    yield f"s3://{name}/all"
    server.stop()


def test_the_same_bytes_as_in_a_folder(bucket: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "net.py").write_text("import torch\n\nx = torch.relu(torch.ones(2))\n")
    sources = [str(tmp_path / name) for name in ("a", "b")]
    for store in (bucket, str(tmp_path / "store")):
        assert run(["portfolio", "scan", *sources, "--store", store, "-q", "-j", "1"]) == 0
    files = s3fs.S3FileSystem(skip_instance_cache=True)
    there = {"/".join(place.split("/")[2:]): files.cat_file(place) for place in files.find(bucket) if "@index" not in place}
    here = {file.relative_to(tmp_path / "store").as_posix(): file.read_bytes() for file in (tmp_path / "store").glob("[ab]/*")}
    assert len(here) == 2
    assert there == here
    assert run(["portfolio", "scan", *sources, "--store", bucket, "-q", "-j", "1"]) == 0
    assert {row.status for row in Store(bucket).rows()} == {"unchanged"}
    assert run(["portfolio", "report", "--store", bucket, "-o", str(tmp_path / "all.html")]) == 0


def test_two_writers_at_once_lose_nothing_there(bucket: str) -> None:
    def write(name: str) -> None:
        store = Store(bucket)
        for number in range(ROWS):
            store.note([Row(f"{name}{number}", "audited", "2026-01-01", "0123456789")])
            store.compact()

    with ThreadPoolExecutor(2) as writers:
        list(writers.map(write, "ab"))
    assert len(Store(bucket).rows()) == 2 * ROWS
