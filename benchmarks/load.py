#!/usr/bin/env python3
"""What loading the tables costs a scan: `python benchmarks/load.py`.

CPU time, in fresh interpreters, of importing the loader and answering the N most used torch APIs: names, signatures, candidates with
their evidence, and MindSpore's signatures. Exits with 1 if the 500 most used APIs (98 % of all call sites) cost more than 50 ms.
"""

from __future__ import annotations

import subprocess
import sys

from answered import read_frequencies

LIMIT = 50.0
RUNS = 7
PROGRAM = """
import sys, time
names = sys.stdin.read().split()
start = time.process_time()
import mindaudit_data
table = mindaudit_data.load()
for name in names:
    api = table.torch_api(name)
    if api is not None:
        table.torch_overloads(api.name)
        for row in table.mappings(api.name):
            table.evidence(row.id)
    table.mindspore_parameters(name.replace("torch.", "mindspore.mint."), mindaudit_data.targets()[-1])
print((time.process_time() - start) * 1000)
"""


def milliseconds(names: list[str]) -> float:
    """The least CPU time of several runs."""
    times = []
    for _ in range(RUNS):
        done = subprocess.run([sys.executable, "-c", PROGRAM], input="\n".join(names), capture_output=True, text=True, check=True)
        times.append(float(done.stdout))
    return min(times)


def main() -> int:
    """Print the cost for several numbers of APIs."""
    names = list(read_frequencies())
    costs = {count: milliseconds(names[:count]) for count in (0, 1, 50, 200, 500)}
    for count, cost in costs.items():
        print(f"{count:4} APIs: {cost:5.1f} ms")
    return int(costs[500] > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
