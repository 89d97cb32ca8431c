#!/usr/bin/env python3
"""Gives the tool inputs that nobody would write, and tells whether it bears them.

    python tests/fuzz/run.py [--inputs 5000] [--seed 0] [--jobs N] [--corpus PATH]... [--keep FOLDER]
    python tests/fuzz/run.py --seed 0 --only 17.3 --keep FOLDER     one input again: writes its files and checks it

The same seed, corpus and number always give the same input. Counts crashes of the process, inputs over 10 s of CPU time, memory over
1 GB, escaped exceptions, failures that the tool contains but should not have, and wrong results (see checks.py); one block in ten is
checked again under another hash seed and must give the same bytes. Exits with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from inputs import BLOCK, Inputs

HERE = Path(__file__).parent
RECHECKED = 10
BLOCKS_A_WORKER = 80
"""After so many a worker makes room for a fresh one, as a user's process would."""


@dataclass(slots=True)
class Tally:
    """What was found so far."""

    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    """Name of the input, what went wrong, and details."""
    digests: dict[int, str] = field(default_factory=dict)
    peak: tuple[int, str] = (0, "")
    """Megabytes of the largest worker, and the input that made it so large."""

    def merge(self, other: Tally) -> None:
        """Add what another worker found."""
        self.kinds += other.kinds
        self.failures += other.failures
        self.digests |= other.digests
        self.peak = max(self.peak, other.peak, key=lambda peak: peak[0])


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is checked, and how."""

    seed: int
    corpus: Sequence[Path] = ()
    jobs: int = 1
    hash_seed: int = 1
    worker: Path = HERE / "worker.py"

    def check(self, blocks: Iterable[int]) -> Tally:
        """Check these blocks in several processes."""
        queue: SimpleQueue[int] = SimpleQueue()
        for block in blocks:
            queue.put(block)
        total = Tally()
        with ThreadPoolExecutor(self.jobs) as pool:
            for tally in pool.map(lambda _: self._work(queue), range(self.jobs)):
                total.merge(tally)
        return total

    def _work(self, queue: SimpleQueue[int]) -> Tally:
        tally = Tally()
        while blocks := list(_taken(queue, BLOCKS_A_WORKER)):
            position, first = 0, 0
            while position < len(blocks):
                done, first = self._worker(blocks[position:], first, tally)
                position += done
        return tally

    def _worker(self, blocks: Sequence[int], first: int, tally: Tally) -> tuple[int, int]:
        """Let one process check blocks until it ends or dies: how many blocks it finished, and where in the next to go on."""
        environment = os.environ | {"PYTHONHASHSEED": str(self.hash_seed), "MINDAUDIT_CACHE": "off", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, str(self.worker), str(self.seed), *map(str, self.corpus)]
        with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryFile("w+", errors="replace") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment | {"TMPDIR": scratch}
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("".join(f"{json.dumps([block, first if i == 0 else 0])}\n" for i, block in enumerate(blocks)))
            process.stdin.close()
            done, begun = 0, ""
            for line in process.stdout:
                event = json.loads(line)
                begun = event.get("name", begun)
                done += _noted(event, tally)
            status = process.wait()
            if done == len(blocks):
                return done, 0
            errors.seek(0)
            detail = errors.read()[-6_000:]
        if not begun.startswith(f"{blocks[done]}."):
            raise RuntimeError(f"a worker ended with status {status} outside of any input\n{detail}")
        tally.failures.append((begun, _death(status), detail))
        return done, int(begun.partition(".")[2]) + 1


def _noted(event: dict[str, Any], tally: Tally) -> bool:
    """Take an event of a worker into the tally; whether it ends a block."""
    if event["event"] == "begin":
        tally.kinds[event["kind"]] += 1
    elif event["event"] == "failed":
        tally.failures.append((event["name"], event["error"], event["detail"]))
        print(f"{event['name']}: {event['error']}", file=sys.stderr, flush=True)
    elif event["event"] == "end":
        tally.peak = max(tally.peak, (event["peak"], event["name"]), key=lambda peak: peak[0])
    else:
        tally.digests[event["block"]] = event["digest"]
    return event["event"] == "done"


def _death(status: int) -> str:
    if status == -signal.SIGPROF:
        return "hangs: more than 10 s of CPU time"
    return f"the process died: {signal.Signals(-status).name if status < 0 else f'status {status}'}"


def _taken(queue: SimpleQueue[int], count: int) -> Iterator[int]:
    for _ in range(count):
        try:
            yield queue.get_nowait()
        except Empty:
            return


def fuzz(campaign: Campaign, inputs: int, first: int = 0) -> Tally:
    """Check so many inputs, from a block on, and some of them twice."""
    blocks = range(first, first + -(-inputs // BLOCK))
    tally = campaign.check(blocks)
    made = Inputs(campaign.seed, campaign.corpus)
    again = [block for block in blocks[::RECHECKED] if block in tally.digests and made.kind(block) not in ("grammar", "nodes")]
    failed = {name.partition(".")[0] for name, _, _ in tally.failures}
    second = replace(campaign, hash_seed=campaign.hash_seed + 1).check(again)
    for block, digest in second.digests.items():
        if digest != tally.digests[block] and str(block) not in failed:
            tally.failures.append((f"{block}.0", "another hash seed gives other bytes, somewhere in this block", ""))
    return tally


def once(campaign: Campaign, name: str, keep: Path | None) -> Tally:
    """Check one input alone; with a folder to keep it in, write its files there first."""
    block, _, number = name.partition(".")
    given = next(each for each in Inputs(campaign.seed, campaign.corpus).block(int(block)) if each.number == int(number))
    if keep:
        for file, data in given.files.items():
            (keep / file).parent.mkdir(parents=True, exist_ok=True)
            (keep / file).write_bytes(data)
    tally = campaign.check([int(block)])
    tally.failures = [failure for failure in tally.failures if failure[0] == name]
    return tally


def show(tally: Tally, seconds: float) -> None:
    """Print what was checked, and each kind of failure with one example."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.kinds.items()))
    peak, name = tally.peak
    counts = f"{tally.kinds.total()} inputs in {seconds:.0f} s ({kinds})"
    print(f"{counts}, at most {peak} MB (in {name}), {len(tally.failures)} failures")
    for error, count in Counter(error for _, error, _ in tally.failures).most_common():
        name, _, detail = next(failure for failure in tally.failures if failure[1] == error)
        print(f"\n{count} x {error}\nfirst in {name}\n{detail}")


def main() -> int:
    """Run a campaign and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, metavar="BLOCK", help=f"where to begin; a block has {BLOCK} inputs")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--corpus", type=Path, action="append", default=[], metavar="PATH", help="more files to mutate; may be repeated")
    parser.add_argument("--only", metavar="BLOCK.NUMBER", help="check one input")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="with --only: where to write its files")
    options = parser.parse_args()
    campaign = Campaign(options.seed, [path.resolve() for path in options.corpus], options.jobs)
    start = time.perf_counter()
    tally = once(campaign, options.only, options.keep) if options.only else fuzz(campaign, options.inputs, options.first)
    show(tally, time.perf_counter() - start)
    return int(bool(tally.failures))


if __name__ == "__main__":
    sys.exit(main())
