"""Figures as people read them, the same in both languages."""

from __future__ import annotations

from mindaudit_reports.views.options import Range


def percent(share: float | None) -> str:
    """A share as a percentage; never 100 % or 0 % unless it is exactly that."""
    if share is None:
        return "–"
    rounded = round(share * 100)
    if rounded in {0, 100} and share not in {0, 1}:
        return "< 1 %" if rounded == 0 else "> 99 %"
    return f"{rounded} %"


class Count(str):
    """A number as it is read. As `{count:site|sites}` it gives the first word after one, else the second."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        one, bar, many = words.partition("|")
        return (one if self == "1" else many) if bar else super().__format__(words)


def count(number: int) -> Count:
    """A number with its thousands apart."""
    return Count(f"{number:,}")


def days(amount: float) -> str:
    """Person-days: tenths below one, halves below ten, whole above."""
    if 0 < amount < 0.05:
        return "< 0.1"
    if amount < 0.95:
        return f"{round(amount, 1):g}"
    return f"{round(amount * 2) / 2:g}" if amount < 10 else count(round(amount))


def day_range(amount: Range) -> str:
    """Low and high, once if they print the same."""
    low, high = days(amount[0]), days(amount[1])
    return low if low == high else f"{low} – {high}"
