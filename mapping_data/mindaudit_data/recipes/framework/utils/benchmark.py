"""`torch.utils.benchmark`: times of statements, measured when MindSpore has computed what they ask for."""

from __future__ import annotations

import statistics
import time
import timeit
from collections.abc import Callable, Iterable
from typing import Any

from mindaudit_data.recipes.caught_errors import finished

_UNITS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9))


def timer() -> float:
    """The clock, after all operations have ended."""
    finished()
    return time.perf_counter()


class Measurement:
    """How long runs of a statement took: `raw_times` of `number_per_run` runs each."""

    def __init__(self, number_per_run: int, raw_times: list[float], title: str = "") -> None:
        self.number_per_run, self.raw_times, self.title = number_per_run, raw_times, title

    @property
    def times(self) -> list[float]:
        """Of one run each."""
        return [each / self.number_per_run for each in self.raw_times]

    @property
    def median(self) -> float:
        """That of the times."""
        return statistics.median(self.times)

    @property
    def mean(self) -> float:
        """That of the times."""
        return statistics.fmean(self.times)

    @property
    def iqr(self) -> float:
        """The width of the middle half of the times."""
        if len(self.times) < 2:
            return 0.0
        quarters = statistics.quantiles(self.times, method="inclusive")
        return quarters[2] - quarters[0]

    def __repr__(self) -> str:
        name, unit = next((each for each in _UNITS if self.median >= each[1]), _UNITS[-1])
        runs = f"{len(self.times)} measurement{'s' * (len(self.times) > 1)}, {self.number_per_run} runs per measurement"
        return f"{self.title}\n  Median: {self.median / unit:.2f} {name}\n  IQR:    {self.iqr / unit:.2f} {name}\n  {runs}"


class Timer:
    """Runs a statement, with `globals` as its names, after `setup`."""

    def __init__(
        self,
        stmt: str = "pass",
        setup: str = "pass",
        global_setup: str = "",
        timer: Callable[[], float] = timer,
        globals: dict[str, Any] | None = None,
        label: str | None = None,
        sub_label: str | None = None,
        description: str | None = None,
        env: str | None = None,
        num_threads: int = 1,
        language: Any = "python",
    ) -> None:
        self._timer = timeit.Timer(stmt, setup, timer, globals)
        self._title = ": ".join([each for each in (label or stmt, sub_label, description) if each])

    def timeit(self, number: int = 1_000_000) -> Measurement:
        """So many runs, measured at once."""
        self._timer.timeit(max(number // 100, 2))
        return Measurement(number, [self._timer.timeit(number)], self._title)

    def blocked_autorange(self, callback: Callable[[int, float], None] | None = None, min_run_time: float = 0.2) -> Measurement:
        """Runs in blocks until they have taken so many seconds."""
        number = self._block(min_run_time / 1000)
        found: list[float] = []
        while sum(found) < min_run_time:
            found.append(self._timer.timeit(number))
            if callback is not None:
                callback(number, found[-1])
        return Measurement(number, found, self._title)

    def adaptive_autorange(
        self,
        threshold: float = 0.1,
        *,
        min_run_time: float = 0.01,
        max_run_time: float = 10.0,
        callback: Callable[[int, float], None] | None = None,
    ) -> Measurement:
        """Runs in blocks until the middle half of the times is narrow, or for the longest time."""
        found = self.blocked_autorange(callback, min_run_time)
        while found.iqr > threshold * found.median and sum(found.raw_times) < max_run_time:
            found.raw_times.append(self._timer.timeit(found.number_per_run))
        return found

    def _block(self, seconds: float) -> int:
        """How many runs take so long."""
        number = 1
        while self._timer.timeit(number) < seconds:
            number *= 10
        return number


class Compare:
    """Prints measurements one below the other."""

    def __init__(self, results: Iterable[Measurement]) -> None:
        self._results = list(results)

    def extend_results(self, results: Iterable[Measurement]) -> None:
        """More of them."""
        self._results += results

    def trim_significant_figures(self) -> None:
        """Nothing: two digits are printed."""

    def colorize(self, rowwise: bool = False) -> None:
        """Nothing: there are no colours."""

    def print(self) -> None:
        """All of them."""
        print("\n".join(map(repr, self._results)))
