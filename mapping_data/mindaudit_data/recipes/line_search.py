"""A step size that fulfils the strong Wolfe conditions.

Source: Nocedal and Wright, "Numerical optimization", algorithms 3.5 (bracketing) and 3.6 (zoom), equation 3.59 (cubic interpolation).
PyNative mode.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from mindspore import Tensor

DECREASE = 1e-4
CURVATURE = 0.9
_LARGEST_GROWTH = 10.0
_SMALLEST_SHARE = 0.01
_MARGIN = 0.1


class WolfeTrial(NamedTuple):
    """What one step size along the direction gives: the loss, its gradient, and its slope along the direction."""

    step: float
    loss: float
    gradient: Tensor
    slope: float


class WolfeSearch:
    """The search along one direction from `start`, the trial of step size 0."""

    def __init__(self, evaluate: Callable[[float], WolfeTrial], start: WolfeTrial, shortest: float, limit: int) -> None:
        """It ends, too, by a bracket that is not wider than `shortest`, and after the evaluation behind the `limit`-th."""
        self.evaluate = evaluate
        self.start = start
        self.shortest = shortest
        self.limit = limit
        self.evaluations = 0

    def found(self, step: float) -> WolfeTrial:
        """The first trial that fulfils the conditions, or the best where the evaluations end; begins with `step`."""
        last, trial = self.start, self._tried(step)
        while self.evaluations <= self.limit:
            if self._too_high(trial) or (self.evaluations > 2 and trial.loss >= last.loss):
                return self._zoomed(last, trial)
            if self._flat(trial):
                return trial
            if trial.slope >= 0:
                return self._zoomed(last, trial)
            least, most = trial.step + _SMALLEST_SHARE * (trial.step - last.step), trial.step * _LARGEST_GROWTH
            last, trial = trial, self._tried(_interpolated(last, trial, least, most))
        return min(self.start, trial, key=lambda each: each.loss)

    def _tried(self, step: float) -> WolfeTrial:
        self.evaluations += 1
        return self.evaluate(step)

    def _too_high(self, trial: WolfeTrial) -> bool:
        return trial.loss > self.start.loss + DECREASE * trial.step * self.start.slope

    def _flat(self, trial: WolfeTrial) -> bool:
        return abs(trial.slope) <= -CURVATURE * self.start.slope

    def _zoomed(self, first: WolfeTrial, second: WolfeTrial) -> WolfeTrial:
        """The trial found between two; the one of the smaller loss is `low`."""
        low, high = sorted((first, second), key=lambda each: each.loss)
        at_the_edge = False
        while self.evaluations <= self.limit and abs(high.step - low.step) > self.shortest:
            step, at_the_edge = _inside(low, high, at_the_edge)
            trial = self._tried(step)
            if self._too_high(trial) or trial.loss >= low.loss:
                low, high = sorted((low, trial), key=lambda each: each.loss)
                continue
            if self._flat(trial):
                return trial
            low, high = trial, low if trial.slope * (high.step - low.step) >= 0 else high
        return low


def _inside(low: WolfeTrial, high: WolfeTrial, at_the_edge: bool) -> tuple[float, bool]:
    """The next step size of a bracket, and whether it is close to an end of it; a second time it is moved away from there."""
    first, last = sorted((low.step, high.step))
    step = _interpolated(low, high, first, last)
    margin = _MARGIN * (last - first)
    if min(last - step, step - first) >= margin:
        return step, False
    if not at_the_edge and first < step < last:
        return step, True
    return (last - margin if last - step < step - first else first + margin), False


def _interpolated(one: WolfeTrial, other: WolfeTrial, least: float, most: float) -> float:
    """Where the cubic through two trials, with their slopes, is smallest, within bounds; their middle if it has no minimum."""
    left, right = sorted((one, other), key=lambda each: each.step)
    first = left.slope + right.slope - 3 * (left.loss - right.loss) / (left.step - right.step)
    square = first * first - left.slope * right.slope
    if not square >= 0:  # NaN too
        return (least + most) / 2
    root = sqrt(square)
    width, curve = right.step - left.step, right.slope - left.slope + 2 * root
    if curve == 0:
        return (least + most) / 2
    return min(max(right.step - width * (right.slope + root - first) / curve, least), most)
