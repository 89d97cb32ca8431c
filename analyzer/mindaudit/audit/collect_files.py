"""Collects the facts of many files, in several processes where that is faster; known facts come from the cache.

The parser is imported only if there is a file to parse.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import partial

from mindaudit.audit.gc_pause import uncollected
from mindaudit.audit.processes import fresh, shielded, worth
from mindaudit.audit.progress import Progress, Timed, silent, timed, watched_files
from mindaudit.cache.facts import FactsCache
from mindaudit.facts.packing import pack, unpack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import Problem, SourceFile

Outcome = ModuleFacts | Problem
Packed = bytes | Problem
"""An outcome as it moves from one process to another."""


def collect_files(
    sources: Sequence[SourceFile], jobs: int = 0, progress: Progress = silent, cache: FactsCache | None = None
) -> tuple[list[SourceFile], dict[str, ModuleFacts]]:
    """The files, with the problem of those that cannot be parsed, and by name the facts of the others."""
    cache = cache or FactsCache(None)
    texts = {source.name: source.text for source in sources if source.problem is None}
    with uncollected():
        facts = cache.find(texts)
    unknown = [source for source in sources if source.problem is None and source.name not in facts]
    unknown.sort(key=lambda source: -len(source.text))  # the largest first, so that the processes end together
    problems: dict[str, Problem] = {}
    packed: dict[str, bytes] = {}
    made = _collected(unknown, worth(jobs, sum(len(source.text) for source in unknown)))
    outcomes = watched_files(made, "collect", [source.name for source in unknown], progress)
    for source, outcome in zip(unknown, outcomes, strict=True):
        if isinstance(outcome, Problem):
            problems[source.name] = outcome
        else:
            packed[source.name] = outcome
    with uncollected():
        facts.update((name, unpack(content, name)) for name, content in packed.items())
    cache.keep((texts[name], content) for name, content in packed.items())
    return [replace(source, problem=problems.get(source.name, source.problem)) for source in sources], facts


def _collected(sources: Sequence[SourceFile], jobs: int) -> Iterator[Timed[Packed]]:
    collect: Callable[[SourceFile], Timed[Packed]] = partial(timed, collect_packed, collect_one)
    if jobs < 2:
        yield from map(collect, sources)
        return
    done = 0
    try:
        with fresh(jobs, _begin) as pool:
            with shielded():
                outcomes = pool.map(collect, sources, chunksize=4)
            for outcome in outcomes:
                yield outcome
                done += 1
    except BrokenExecutor:
        # a worker crashed, so continue with one process per file: the next crash then loses only that file
        yield from map(_collect_apart, sources[done:])


def collect_one(source: SourceFile, collect: Callable[[SourceFile], ModuleFacts] | None = None) -> Outcome:
    """The facts of a file that was read, or the MA901 problem that prevents them; `collect` makes them in a way of its own."""
    from mindaudit.collect import CollectError
    from mindaudit.collect import collect as usual
    from mindaudit.collect.guard import TooDeepError, check

    try:
        check(source.text)
        return (collect or usual)(source)
    except CollectError as error:
        return Problem("MA901", error.message, error.line)
    except TooDeepError as error:
        return Problem("MA901", str(error), error.line)
    except Exception as error:
        return Problem("MA901", f"the parser failed: {type(error).__name__}: {error}")


def collect_packed(collect: Callable[[SourceFile], Outcome], source: SourceFile) -> Packed:
    """What `collect` makes of a file, ready to travel."""
    outcome = collect(source)
    return outcome if isinstance(outcome, Problem) else pack(outcome)


def _collect_apart(source: SourceFile) -> Timed[Packed]:
    try:
        with fresh(1, _begin) as pool:
            with shielded():
                future = pool.submit(timed, collect_packed, collect_one, source)
            return future.result()
    except BrokenExecutor:
        return Timed(Problem("MA901", "the parser crashed on this file"), 0.0)


def _begin() -> None:
    import mindaudit.collect.collector  # noqa: F401  # now, so that it is frozen

    gc.freeze()  # what was imported stays, so collections between files need not go through it
