#!/usr/bin/env python3
"""Gives the tool inputs that nobody would write, and tells whether it bears them.

    python tests/fuzz/run.py [--inputs 5000] [--seed 0] [--jobs N] [--corpus PATH]... [--state FILE]
    python tests/fuzz/run.py --seed 0 --only 17.3 --keep FOLDER     one input again: writes its files and checks it

The same seed, corpus and number always give the same input. Counts crashes of the process, inputs over 10 s of CPU time, memory over
1 GB, escaped exceptions, failures that the tool contains but should not have, and wrong results (see checks.py); one block in ten is
checked again under another hash seed and must give the same bytes. With a state, blocks that are done in it are not checked again unless
they failed: the campaign can be stopped at any time. Exits with 1 if anything was found.
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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from inputs import BLOCK, Inputs
from tally import Failure, Ledger, Peak, Tally

HERE = Path(__file__).parent
RECHECKED = 10
BLOCKS_A_STAGE = 400
BLOCKS_A_WORKER = 80
"""After so many a worker makes room for a fresh one, as a user's process would."""


@dataclass(slots=True)
class Share:
    """The blocks that a worker is given."""

    blocks: list[int]
    """Those that are not done; of the first, some inputs may be."""
    first: int = 0
    """Number of the input to go on with."""
    tally: Tally = field(default_factory=Tally)
    """Of the first block."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is checked, and how."""

    seed: int
    corpus: Sequence[Path] = ()
    jobs: int = 1
    hash_seed: int = 1
    worker: Path = HERE / "worker.py"
    ledger: Ledger = field(default_factory=Ledger)
    only: int | None = None
    """Number of the one input of each block to check; all if None."""

    def check(self, blocks: Sequence[int]) -> Tally:
        """Check those of these blocks that are not done, in several processes; what was found in all of them."""
        queue: SimpleQueue[int] = SimpleQueue()
        for block in self.ledger.open(self.hash_seed, blocks):
            queue.put(block)
        with ThreadPoolExecutor(self.jobs) as pool:
            for _ in pool.map(lambda _: self._work(queue), range(self.jobs)):
                pass
        return self.ledger.total(self.hash_seed, blocks)

    def _work(self, queue: SimpleQueue[int]) -> None:
        while blocks := list(_taken(queue, BLOCKS_A_WORKER)):
            share = Share(blocks)
            while share.blocks:
                self._worker(share)

    def _worker(self, share: Share) -> None:
        """Let one process check blocks until it ends or dies; in the share stays what it did not check."""
        environment = os.environ | {"PYTHONHASHSEED": str(self.hash_seed), "MINDAUDIT_CACHE": "off", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, str(self.worker), str(self.seed), *map(str, self.corpus)]
        with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryFile("w+", errors="replace") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment | {"TMPDIR": scratch}
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("".join(f"{json.dumps([block, *self._numbers(share, block)])}\n" for block in share.blocks))
            process.stdin.close()
            begun = ""
            for line in process.stdout:
                event = json.loads(line)
                begun = event.get("name", begun)
                self._note(event, share)
            status = process.wait()
            if not share.blocks:
                return
            errors.seek(0)
            detail = errors.read()[-6_000:]
        if not begun.startswith(f"{share.blocks[0]}."):
            raise RuntimeError(f"a worker ended with status {status} outside of any input\n{detail}")
        share.tally.failures.append(Failure(begun, _death(status), detail))
        share.first = int(begun.partition(".")[2]) + 1

    def _numbers(self, share: Share, block: int) -> tuple[int, int]:
        """The first and the last input of a block to check."""
        first, last = (0, BLOCK - 1) if self.only is None else (self.only, self.only)
        return max(first, share.first if block == share.blocks[0] else 0), last

    def _note(self, event: dict[str, Any], share: Share) -> None:
        """Take an event of a worker into the tally of its block, and that into the ledger if it ends the block."""
        tally = share.tally
        if event["event"] == "begin":
            tally.kinds[event["kind"]] += 1
        elif event["event"] == "failed":
            tally.failures.append(Failure(event["name"], event["error"], event["detail"]))
            print(f"{event['name']}: {event['error']}", file=sys.stderr, flush=True)
        elif event["event"] == "end":
            tally.peak = max(tally.peak, Peak(event["peak"], event["name"]))
        else:
            tally.digests[event["block"]] = event["digest"]
            self.ledger.add(self.hash_seed, share.blocks.pop(0), tally)
            share.first, share.tally = 0, Tally()


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
    total, end = Tally(), first + -(-inputs // BLOCK)
    for start in range(first, end, BLOCKS_A_STAGE):
        total.merge(_stage(campaign, range(start, min(start + BLOCKS_A_STAGE, end))))
    return total


def _stage(campaign: Campaign, blocks: Sequence[int]) -> Tally:
    """Check these blocks, and one in ten again under another hash seed."""
    tally, made = campaign.check(blocks), Inputs(campaign.seed, campaign.corpus)
    again = [block for block in blocks if not block % RECHECKED and made.kind(block) not in ("grammar", "nodes")]
    failed = {failure.name.partition(".")[0] for failure in tally.failures}
    second = replace(campaign, hash_seed=campaign.hash_seed + 1).check(again)
    for block, digest in second.digests.items():
        if digest != tally.digests[block] and str(block) not in failed:
            tally.failures.append(Failure(f"{block}.0", "another hash seed gives other bytes, somewhere in this block", ""))
    return tally


def once(campaign: Campaign, name: str, keep: Path | None) -> Tally:
    """Check one input alone; with a folder to keep it in, write its files there first."""
    block, number = map(int, name.split("."))
    given = next(each for each in Inputs(campaign.seed, campaign.corpus).block(block) if each.number == number)
    if keep:
        for file, data in given.files.items():
            (keep / file).parent.mkdir(parents=True, exist_ok=True)
            (keep / file).write_bytes(data)
    return replace(campaign, jobs=1, only=number, ledger=Ledger()).check([block])


def show(tally: Tally, seconds: float) -> None:
    """Print what was checked, and each kind of failure with one example."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.kinds.items()))
    counts = f"{tally.kinds.total()} inputs in {seconds:.0f} s ({kinds})"
    print(f"{counts}, at most {tally.peak.megabytes} MB (in {tally.peak.name}), {len(tally.failures)} failures")
    for error, count in Counter(failure.error for failure in tally.failures).most_common():
        first = next(failure for failure in tally.failures if failure.error == error)
        print(f"\n{count} x {error}\nfirst in {first.name}\n{first.detail}")


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
    parser.add_argument("--state", type=Path, metavar="FILE", help="where to keep what is done, and to go on from")
    options = parser.parse_args()
    corpus = [path.resolve() for path in options.corpus]
    try:
        ledger = Ledger(options.state, f"seed {options.seed}" + "".join(f", {path}" for path in corpus))
    except ValueError as error:
        parser.error(str(error))
    campaign = Campaign(options.seed, corpus, options.jobs, ledger=ledger)
    start = time.perf_counter()
    tally = once(campaign, options.only, options.keep) if options.only else fuzz(campaign, options.inputs, options.first)
    show(tally, time.perf_counter() - start)
    return int(bool(tally.failures))


if __name__ == "__main__":
    sys.exit(main())
