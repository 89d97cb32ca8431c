"""The CPU time of resolving alone, in a process of its own: `python benchmarks/resolving.py FOLDER` prints its seconds."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from measure import JOBS, Run, inside, python


def resolving(folder: Path, cache: Path | None = None) -> Run:
    """What making the project and naming all its usages takes; with a cache folder, facts are collected only once."""
    return inside(python(__file__, folder, cache=cache))


def main() -> None:
    """Collect what is not known already, then time the rest as the engine runs it."""
    from mindaudit.audit.collect_files import collect_files
    from mindaudit.audit.gc_pause import uncollected
    from mindaudit.cache.facts import FactsCache
    from mindaudit.config.folders import cache_file
    from mindaudit.resolve import Project
    from mindaudit.sources.discover import discover
    from mindaudit.sources.read import read

    found = discover([sys.argv[1]])
    sources, facts = collect_files([read(file) for file in found.files], JOBS, cache=FactsCache(cache_file()))
    parsed = [source for source in sources if source.name in facts]
    with uncollected():
        unpacked = [facts[source.name] for source in parsed]
        start = time.process_time()
        project = Project.resolved(parsed, unpacked)
        for source in parsed:
            project.usages(source.name)
        print(time.process_time() - start)


if __name__ == "__main__":
    main()
