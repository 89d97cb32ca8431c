#!/usr/bin/env python3
"""Scans of many repositories: `python benchmarks/portfolio.py FOLDER [ARCHIVES] [--only local,cluster,scale,s3] [--most 60]`.

FOLDER holds packages as folders, as `pip install --no-deps --target FOLDER` leaves them; ARCHIVES sdists and wheels, as `pip download`
leaves them, whose versions become the history of one repository. Prints ratios of times, sizes, and whether stores hold the same bytes.
"""

from __future__ import annotations

import argparse
import logging
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil
from packaging.utils import parse_sdist_filename, parse_wheel_filename

from mindaudit.portfolio.checkout import known_version
from mindaudit.portfolio.listing import Repository
from mindaudit.portfolio.store import Store, folder_of, head_of, packed, unpacked
from mindaudit.portfolio.task import Options, audit, key

DAY = "2026-01-01"
WORKERS = 2
SCALE = 10_000
SMALLEST = 12
"""Repositories that are copied for the simulated scale, and that are scanned into the S3 store."""
CORES = 64
COMMAND = [sys.executable, "-m", "mindaudit", "portfolio"]
ENVIRONMENT = os.environ | {"SOURCE_DATE_EPOCH": "1767225600", "MINDAUDIT_CACHE": "off"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("archives", type=Path, nargs="?")
    parser.add_argument("--only", default="local,cluster,scale,s3")
    parser.add_argument("--most", type=int, default=60)
    chosen = parser.parse_args()
    parts: dict[str, Callable[[list[Repository], Path], None]] = {"local": local, "cluster": cluster, "scale": scale, "s3": on_s3}
    # listings stand elsewhere, so that places have to be absolute
    every = repositories(chosen.folder.resolve(), chosen.archives and chosen.archives.resolve(), chosen.most)
    print(f"{len({each.name for each in every})} repositories, {len(every)} versions; load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in chosen.only.split(","):
            parts[name](every, Path(scratch))


def repositories(folder: Path, archives: Path | None, most: int) -> list[Repository]:
    """The versions in the archives, a month apart, and as many folders as are wanted beside them."""
    versions: dict[str, list[tuple[object, Path]]] = {}
    for file in sorted(archives.iterdir()) if archives else ():
        name, version = parse_wheel_filename(file.name)[:2] if file.suffix == ".whl" else parse_sdist_filename(file.name)
        versions.setdefault(name, []).append((version, file))
    found = [
        Repository(str(file), name=name, date=f"2025-{month:02}-15", owner="history")
        for name, each in versions.items()
        for month, (_, file) in enumerate(sorted(each, key=lambda pair: str(pair[0])), 1)
    ]
    folders = sorted(
        place for place in folder.iterdir() if any(place.rglob("*.py")) and place.name.replace("_", "-").lower() not in versions
    )
    return [*found, *(Repository(str(place), name=place.name, owner="folders") for place in folders[: max(0, most - len(versions))])]


def local(every: list[Repository], scratch: Path) -> None:
    """A cluster on this machine with two workers, against the same audits one after another in one process."""
    single, longest = Spent(0, 0), 0.0
    for each in every:
        spent = timed(lambda each=each: audit(each, Options(DAY)))
        single, longest = Spent(single.seconds + spent.seconds, single.cpu + spent.cpu), max(longest, spent.seconds)
    print(f"single audits: {single.seconds:.1f} s, {single.cpu:.1f} s of CPU; the longest {longest:.1f} s", flush=True)
    first, second = (timed(lambda: scan(every, scratch, "local", "-j", str(WORKERS))) for _ in range(2))
    ratio("scan / (single audits / 2), wall", first.seconds, single.seconds / WORKERS, 1.15)
    ratio("scan / single audits, CPU", first.cpu, single.cpu, 1.15)
    ratio("second scan / first, wall", second.seconds, first.seconds, 0.05)
    ratio("second scan / first, CPU", second.cpu, first.cpu, 0.05)
    accounted("local", every, scratch)


def cluster(every: list[Repository], scratch: Path) -> None:
    """A scheduler and two workers as processes of their own, of which one is killed half way."""
    with dask(WORKERS) as (address, _, workers):
        running = subprocess.Popen(command(every, scratch, "cluster", "--scheduler", address), env=ENVIRONMENT, stderr=subprocess.DEVNULL)
        while len(reports(scratch / "cluster")) < len(every) // 2 and running.poll() is None:
            time.sleep(0.1)
        workers[0].send_signal(signal.SIGKILL)
        print(f"killed a worker after {len(reports(scratch / 'cluster'))} reports; exit status {running.wait()}", flush=True)
    accounted("cluster", every, scratch)
    if (scratch / "local").exists():
        same("cluster", reports(scratch / "local"), reports(scratch / "cluster"))


def scale(every: list[Repository], scratch: Path) -> None:
    """Ten thousand repositories whose reports the store has: what a task costs beside the audit, and what a report takes."""
    models = smallest(every)
    contents = [audit(each, Options(DAY)) for each in models]
    taken = [timed(lambda each=each: audit(each, Options(DAY))).cpu for each in models]
    named = copies(models, contents, scratch)
    with dask(WORKERS) as (address, scheduler, workers):
        spent, peak = watched(named, scratch, address, [scheduler, *workers])
    beside, mean = spent.cpu / len(named), statistics.mean(taken)
    print(f"{len(named)} unchanged repositories: {spent.seconds:.0f} s; CPU of all processes {1000 * beside:.1f} ms each", flush=True)
    print(f"scheduler: {peak:.0f} MB at most")
    print(
        f"{SMALLEST} small audits: {mean:.2f} s of CPU each; 1,000 such on {CORES} cores {1000 * (mean + beside) / CORES:.1f} s, on paper"
    )
    for suffix in ("html", "json", "xlsx"):
        file = scratch / f"all.{suffix}"
        took = timed(lambda file=file: subprocess.run([*COMMAND, "report", "--store", scratch / "scale", "-o", file], check=True))
        print(
            f"report of {len(named)} as {suffix}: {took.seconds:.1f} s, {took.cpu:.1f} s of CPU, {file.stat().st_size / 1e6:.1f} MB",
            flush=True,
        )


def on_s3(every: list[Repository], scratch: Path) -> None:
    """A store on a server that speaks S3, with two scans at once that write to it."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        names = {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"}
        ENVIRONMENT.update(names, AWS_DEFAULT_REGION="us-east-1")
        os.environ.update(ENVIRONMENT)
        _compare(smallest(every), scratch)
    finally:
        server.stop()


def _compare(models: list[Repository], scratch: Path) -> None:
    import s3fs

    files = s3fs.S3FileSystem(skip_instance_cache=True)
    files.mkdir("audits")
    scan(models, scratch, "plain")
    halves = [models[: len(models) * 2 // 3], models[len(models) // 3 :]]
    running = [
        subprocess.Popen(command(half, scratch, f"half{number}", store="s3://audits/all"), env=ENVIRONMENT)
        for number, half in enumerate(halves)
    ]
    print(f"two scans into one S3 store: exit status {[one.wait() for one in running]}")
    found = {place.removeprefix("audits/all/"): files.cat_file(place) for place in files.find("audits/all") if "@index" not in place}
    same("S3", reports(scratch / "plain"), found)
    rows = {row.repository for row in Store("s3://audits/all").rows()}
    print(f"rows of {len(rows & {each.name for each in models})} of {len(models)} repositories", flush=True)


def smallest(every: list[Repository]) -> list[Repository]:
    folders = [each for each in every if each.owner == "folders"]
    return sorted(folders, key=lambda each: sum(file.stat().st_size for file in Path(each.source).rglob("*.py")))[:SMALLEST]


def copies(models: list[Repository], contents: list[bytes], scratch: Path) -> list[Repository]:
    """Edited copies of repositories, and a store that has the report of each."""
    store, found = Store(str(scratch / "scale")), []
    for number in range(SCALE):
        model, content = models[number % len(models)], contents[number % len(models)]
        place = scratch / "copies" / f"{model.name}-{number}"
        shutil.copytree(
            model.source, place, ignore=lambda folder, names: [n for n in names if not (Path(folder, n).is_dir() or n.endswith(".py"))]
        )
        (place / "edit.py").write_text(f"EDIT = {number}\n")
        one = Repository(str(place), name=place.name, owner=f"owner {number % 40}", tags=model.tags)
        version = known_version(one) or ""
        figures = msgspec.structs.replace(head_of(content).figures, days=(1 + number % 50, 3 + number % 170))
        store.keep(one.name, version, packed(key(one, version, Options(DAY)), figures, unpacked(content)))
        found.append(one)
    return found


def watched(named: list[Repository], scratch: Path, address: str, processes: list[subprocess.Popen[bytes]]) -> tuple[Spent, float]:
    """What a scan takes with the processes of its cluster, and the scheduler's largest memory in megabytes meanwhile."""
    start, before, peak, scheduler = time.perf_counter(), cpu(), 0, psutil.Process(processes[0].pid)
    running = subprocess.Popen(command(named, scratch, "scale", "--scheduler", address), env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    while running.poll() is None:
        peak = max(peak, scheduler.memory_info().rss)
        time.sleep(0.5)
    seconds = time.perf_counter() - start
    used = sum(sum(each.cpu_times()[:2]) for process in processes for each in _with_children(process.pid))
    return Spent(seconds, cpu() - before + used), peak / 1e6


def _with_children(process: int) -> list[psutil.Process]:
    return [psutil.Process(process), *psutil.Process(process).children(recursive=True)]


@contextmanager
def dask(count: int) -> Iterator[tuple[str, subprocess.Popen[bytes], list[subprocess.Popen[bytes]]]]:
    """The address and process of a scheduler, and its workers."""
    address, quiet = "tcp://127.0.0.1:18786", {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    begin = [sys.executable, "-m", "distributed.cli.dask_scheduler"], [sys.executable, "-m", "distributed.cli.dask_worker", address]
    scheduler = subprocess.Popen([*begin[0], "--host", "127.0.0.1", "--port", "18786", "--no-dashboard"], env=ENVIRONMENT, **quiet)
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
    workers = [subprocess.Popen([*begin[1], *options], env=ENVIRONMENT, **quiet) for _ in range(count)]
    try:
        yield address, scheduler, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def scan(every: list[Repository], scratch: Path, store: str, *options: str) -> None:
    subprocess.run(command(every, scratch, store, *options), env=ENVIRONMENT, check=False)


def command(every: list[Repository], scratch: Path, name: str, *options: str, store: str = "") -> list[str | Path]:
    """A scan of a listing of these repositories."""
    listing = scratch / f"{name}.toml"
    listing.write_bytes(msgspec.toml.encode({"repositories": every}))
    return [*COMMAND, "scan", "--list", listing, "--store", store or scratch / name, "-q", *options]


def reports(store: Path) -> dict[str, bytes]:
    """The reports of a store in a folder, by place."""
    files = [file for file in store.rglob("*.json.zst") if file.parent.name != "@index"]
    return {file.relative_to(store).as_posix(): file.read_bytes() for file in files}


def accounted(name: str, every: list[Repository], scratch: Path) -> None:
    rows = Store(str(scratch / name)).rows()
    folders = {folder_of(each.name) for each in every}
    kept = sum(place.split("/")[0] in folders for place in reports(scratch / name))
    failed = [f"{row.repository}: {row.reason}" for row in rows if row.status not in ("audited", "unchanged")]
    print(f"{name}: {kept} reports and {len(rows)} rows of {len(every)} versions; others: {failed}", flush=True)


def same(name: str, one: dict[str, bytes], other: dict[str, bytes]) -> None:
    differ = [place for place in one.keys() | other.keys() if one.get(place) != other.get(place)]
    print(f"{name}: {len(one)} reports, {'the same bytes' if not differ else f'different: {differ[:5]}'}", flush=True)


@dataclass(frozen=True, slots=True)
class Spent:
    """What some work took, with the processes that it started and waited for."""

    seconds: float
    cpu: float


def timed(work: Callable[[], object]) -> Spent:
    start, before = time.perf_counter(), cpu()
    work()
    return Spent(time.perf_counter() - start, cpu() - before)


def cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def ratio(name: str, seconds: float, unit: float, aim: float) -> None:
    print(
        f"{name}: {seconds:.1f} s / {unit:.1f} s = {seconds / unit:.3f} (aim {aim}){'' if seconds / unit <= aim else ' MISSED'}", flush=True
    )


if __name__ == "__main__":
    main()
