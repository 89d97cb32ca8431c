"""The tool bears whatever it is given; `python tests/fuzz/run.py` gives it more."""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("limits on memory and CPU time are POSIX's", allow_module_level=True)

import checks
from inputs import WEIGHTS, Input, Inputs
from run import Campaign, fuzz, main
from tally import Failure, Ledger, Tally

SUICIDE = """
import json, os, signal, sys
for line in sys.stdin:
    block, first, _ = json.loads(line)
    for number in range(first, 3):
        print(json.dumps({"event": "begin", "name": f"{block}.{number}", "kind": "program"}), flush=True)
        if (block, number) in ((0, 1), (1, 0)):
            os.kill(os.getpid(), signal.SIGSEGV if number else signal.SIGPROF)
    print(json.dumps({"event": "done", "block": block, "digest": ""}), flush=True)
"""


# hypothesmith takes seconds to make a block from nodes; tox -e fuzz has them
@pytest.mark.parametrize("kind", sorted(set(WEIGHTS) - {"nodes"}))
def test_a_few_inputs_are_borne(kind: str, tmp_path: Path) -> None:
    made = Inputs(7)
    block = next(block for block in range(10_000) if made.kind(block) == kind)
    for given, _ in zip(made.block(block), range(4), strict=False):
        folder = tmp_path / given.name
        folder.mkdir()
        checks.run(given, folder)


@pytest.mark.fuzz
def test_five_thousand_inputs_are_borne() -> None:
    assert fuzz(Campaign(seed=0, jobs=os.cpu_count() or 1), 5_000).failures == []


def test_a_number_always_means_the_same_input() -> None:
    blocks = {Inputs(3).kind(block): block for block in range(200)}
    for kind in WEIGHTS.keys() - {"nodes"}:
        one, other = (list(islice(Inputs(3).block(blocks[kind]), 3)) for _ in range(2))
        assert one == other
    assert next(Inputs(3).block(0)) != next(Inputs(4).block(0))


def test_another_hash_seed_gives_the_same_bytes() -> None:
    blocks = [block for block in range(60) if Inputs(3).kind(block) in ("program", "settings")][:2]
    one, other = (Campaign(seed=3, hash_seed=seed).check(blocks).digests for seed in (1, 2))
    assert one == other
    assert len(one) == len(blocks)


def test_a_process_that_dies_costs_one_input(tmp_path: Path) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(SUICIDE)
    tally = Campaign(seed=0, worker=worker).check(range(3))
    assert [(name, error) for name, error, _ in tally.failures] == [
        ("0.1", "the process died: SIGSEGV"),
        ("1.0", "hangs: more than 10 s of CPU time"),
    ]
    assert tally.kinds.total() == 9
    assert sorted(tally.digests) == [0, 1, 2]


def test_a_campaign_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    worker, state = tmp_path / "worker.py", tmp_path / "state"
    worker.write_text(SUICIDE)
    stopped = Campaign(seed=0, worker=worker, ledger=Ledger(state, "seed 0")).check(range(2))
    worker.write_text(SUICIDE.replace("in ((0, 1), (1, 0))", "== (1, 0)"))
    goes_on = Campaign(seed=0, worker=worker, ledger=Ledger(state, "seed 0"))
    assert goes_on.ledger.open(1, range(3)) == [0, 1, 2], "blocks with a failure are checked again"
    assert [failure.name for failure in stopped.failures] == ["0.1", "1.0"]
    assert [failure.name for failure in goes_on.check(range(3)).failures] == ["1.0"]
    assert Ledger(state, "seed 0").open(1, range(4)) == [1, 3]
    with pytest.raises(ValueError, match="another campaign: seed 0"):
        Ledger(state, "seed 1")


def test_a_campaign_bears_half_a_line_and_texts_that_are_no_unicode(tmp_path: Path) -> None:
    state, found = tmp_path / "state", Tally(failures=[Failure("1.0", "wrong: \ud800", "")], digests={1: "1"})
    for block, tally in ((1, found), (2, Tally(digests={2: "2"}))):
        Ledger(state, "seed 0").add(1, block, tally)
    state.write_text(state.read_text()[:-3])
    again = Ledger(state, "seed 0")
    assert again.total(1, [1]) == found
    assert again.open(1, [2, 3]) == [2, 3]
    again.add(1, 2, Tally(digests={2: "2"}))
    assert Ledger(state, "seed 0").open(1, [1, 2, 3]) == [1, 3]


def test_one_input_can_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "--seed", "5", "--only", "2.1", "--keep", str(tmp_path)])
    assert main() == 0
    given = next(each for each in Inputs(5).block(2) if each.number == 1)
    assert {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == given.files


def test_a_substitution_in_more_brackets_than_python_reads_is_borne(tmp_path: Path) -> None:
    nest = "[x for x in " * 199 + "x" + "]" * 199
    checks.run(Input("nested", 0, 0, {"input.py": f"import torch\nx = torch.ones(1)\n({nest}){'.abs()' * 10}\n".encode()}), tmp_path)


def test_a_failure_inside_is_not_overlooked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("mindaudit.hazards.rules.MA202_nonzero.check", fail)
    with pytest.raises(ZeroDivisionError):
        checks.run(Input("program", 0, 0, {"input.py": b"import torch\ntorch.nonzero(torch.ones(1))\n"}), tmp_path)
