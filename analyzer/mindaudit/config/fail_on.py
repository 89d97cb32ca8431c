"""What `--fail-on` names: verdicts, severities and codes that no result may have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from mindaudit.config.codes import problem, written
from mindaudit.errors import unknown
from mindaudit.model import Severity, Verdict

WORDS = ("never", *get_args(Verdict), *get_args(Severity))
_CODE = re.compile(r"MA\d\d\d|MA\dxx", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gate:
    """The verdicts, codes and severities that nothing may have."""

    words: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    """Whole codes, or the first three characters of a family such as MA2."""

    def stops(self, code: str | None, *words: str | None) -> bool:
        """Whether a result with this code, and this verdict or severity, fails the scan."""
        return not self.words.isdisjoint(words) or bool(code and (code in self.codes or code[:3] in self.codes))


def parse(names: Iterable[str]) -> Gate:
    """A gate from verdicts, severities, codes (MA203) and families (MA2xx). Raises UsageError for anything else."""
    words, codes = set(), set()
    for name in filter(None, (name.strip() for name in names)):
        if _CODE.fullmatch(name):
            if wrong := problem(name, "--fail-on code"):
                raise wrong
            codes.add(written(name).removesuffix("xx"))
        elif name.lower() in WORDS:
            words.add(name.lower())
        else:
            raise unknown("--fail-on word", name, (*WORDS, "MA203", "MA2xx"))
    return Gate(frozenset(words - {"never"}), frozenset(codes))
