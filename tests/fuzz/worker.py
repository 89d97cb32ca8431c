"""One process that checks blocks of inputs: `python worker.py SEED [CORPUS...]`, told on standard input which.

Each line of input is a JSON list of a block's number and those of the first and the last input in it to check. Each line of output is
one event. A process that hangs in one input is killed by a timer on its CPU time, after its traceback went to standard error.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from hashlib import blake2b
from pathlib import Path

import checks
from inputs import Input, Inputs

SECONDS = 10
MEGABYTES = 1024


def main() -> None:
    """Check what standard input asks for until it ends."""
    os.environ["MINDAUDIT_CACHE"] = "off"
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 2**20, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, all_threads=False, chain=True)
    inputs = Inputs(int(sys.argv[1]), [Path(path) for path in sys.argv[2:]])
    for line in sys.stdin:
        number, first, last = json.loads(line)
        digest = blake2b(digest_size=8)
        for given in inputs.block(number):
            if first <= given.number <= last:
                _tell("begin", name=given.name, kind=given.kind)
                digest.update(_checked(given))
                _tell("end", name=given.name, peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        _tell("done", block=number, digest=digest.hexdigest())


def _checked(given: Input) -> bytes:
    place = Path(tempfile.mkdtemp(prefix="fuzz"))
    folder = place / "input"  # reports bear its name
    folder.mkdir()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return checks.run(given, folder)
    except Exception as error:
        _tell("failed", name=given.name, error=_signature(error), detail=traceback.format_exc()[-6_000:])
        return b""
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        shutil.rmtree(place, ignore_errors=True)


def _signature(error: Exception) -> str:
    """What makes two failures the same: the kind of error and where in the tool it arose."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if "mindaudit" in frame.filename.rpartition("/tests/")[0] + frame.filename
    ]
    last = next((frame for frame in reversed(frames) if "/tests/" not in frame.filename), frames[-1] if frames else None)
    place = f"{Path(last.filename).name}:{last.name}" if last else ""
    return f"{type(error).__name__} in {place}: {str(error)[:150]}" if not isinstance(error, checks.Wrong) else f"{str(error)[:150]}"


def _tell(event: str, **details: object) -> None:
    print(json.dumps({"event": event, **details}), flush=True)


if __name__ == "__main__":
    main()
