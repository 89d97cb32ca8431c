"""Makes mappings/official.csv from MindSpore's official tables: `python -m importers.official`.

The rows are the last resort (preference 900 and above), so that targets which the curated rows do not cover still get an answer. Tables of
all releases are merged: a pair holds from the first table that lists it for as long as the catalogs have its MindSpore name. A pair is
`supported` or `equivalent` only where tables and signatures state everything that changes; official_refuted.csv names the pairs whose
promise is known to be broken.
"""

from __future__ import annotations

import fnmatch
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from importers.official_tables import mapping_rows, parameter_rows
from importers.tables import DATA, read_table, write_table
from mindaudit_data import Api, ApiParameter, Mapping, load
from mindaudit_data.versions import TARGETS, number

COLUMNS = Mapping._fields
PREFERENCE = ("mindspore.mint.", "mindspore.Tensor.", "mindspore.ops.", "mindspore.nn.")
HARMLESS_NOTES = {
    "same",
    "renamed",
    "ms_only",
    "torch_only",
    "torch_only+general",
    "renamed+default",
    "default",
    "torch_only+deprecated",
    "ms_only+default",
}
ROOTS = (("mindspore.mint.", "mint."), ("mindspore.ops.", "ops."), ("mindspore.nn.", "nn."))
DATA_LIBRARIES = ("torchvision.", "torchaudio.", "torchtext.", "torch.utils.data.")
INT32_INDICES = {"topk", "sort", "argsort", "argmin", "argmax", "max", "min"}
SYNONYMS = {
    "dim": {"axis"},
    "dims": {"axis"},
    "dim0": {"axis0"},
    "dim1": {"axis1"},
    "dim2": {"axis2"},
    "keepdim": {"keepdims", "keep_dims"},
    "input": {"x", "input_x", "inputs", "logits", "A", "mat"},
    "A": {"input"},
    "target": {"labels", "targets", "label"},
    "tensors": {"inputs"},
    "size": {"shape"},
    "sections": {"indices_or_sections"},
    "negative_slope": {"alpha"},
    "lr": {"learning_rate"},
    "eps": {"epsilon"},
    "bias": {"has_bias"},
    "in_features": {"in_channels"},
    "out_features": {"out_channels"},
}
"""MindSpore's other names for the same thing; a rename that no official page states is believed only if it is one of these."""
TABLES = load()


class Pair(NamedTuple):
    """A torch name and its counterpart, as the newest table that lists them has it."""

    torch_name: str
    target: str
    since: str
    category: str


def pairs() -> Iterator[Pair]:
    """Every pair of the tables with the first version that lists it, under today's torch name; names that torch lacks are left out."""
    seen: dict[tuple[str, str], Pair] = {}
    for row in sorted(mapping_rows(), key=lambda row: number(row["version"])):
        name = public_name(row["torch_api"])
        if not name:
            continue
        key = name, row["mindspore_api"]
        first = seen[key].since if key in seen else row["version"]
        known = seen[key].category if key in seen else "blank"
        seen[key] = Pair(*key, first, known if row["category"] == "blank" else row["category"])
    yield from seen.values()


def public_name(name: str) -> str | None:
    """The documented spelling of a torch name; names of the data libraries stay as they are."""
    if not name.startswith("torch."):
        return name
    api = TABLES.torch.lookup(name)
    return api.name if api and not api.until else None


@cache
def refuted(torch_name: str, target: str) -> str:
    """Why the pair does not hold, or ""."""
    rows = read_table(Path(__file__).with_name("official_refuted.csv"))
    fits = (
        r["reason"] for r in rows if fnmatch.fnmatchcase(torch_name, r["torch_name"]) and fnmatch.fnmatchcase(target, r["mindspore_name"])
    )
    return next(fits, "")


@cache
def compared() -> dict[tuple[str, str], list[dict[str, str]]]:
    """The official comparison of parameters, by pair."""
    found: defaultdict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in parameter_rows():
        if row["kind"] == "param":
            found[row["torch_api"], row["ms_api"]].append(row)
    return found


def name_of(path: str) -> str:
    """The last part of a dotted name."""
    return path.rpartition(".")[2]


def is_general(name: str) -> bool:
    """Whether an argument of this name may be left out of any call."""
    return bool(TABLES.drop_rules(name))


class Bound(NamedTuple):
    """How a torch signature goes over to a MindSpore one."""

    renames: dict[str, str]
    lost: list[str]
    """Torch parameters without a counterpart."""
    missing: list[str]
    """Required MindSpore parameters that no torch parameter gives."""


def receiver(api: Api) -> list[ApiParameter]:
    """A method's receiver, which catalogs leave out."""
    return [ApiParameter("input", "both", "")] if api.kind == "method" else []


def bind(api: Api, pair: Pair, version: str) -> Bound | None:
    """Compares the parameters of a pair; None where a signature is unknown."""
    overloads = TABLES.torch.parameters(api.name)
    theirs = TABLES.mindspore.parameters(pair.target, version)
    if not overloads or theirs is None:
        return None
    others = receiver_of(pair.target) + list(theirs)
    known = {p.name for p in others}
    nearest: tuple[ApiParameter, ...] = max(overloads, key=lambda overload: (sum(p.name in known for p in overload), len(overload)))
    ours = receiver(api) + list(nearest)
    stated = {row["torch_param"]: row["ms_param"] for row in compared().get((api.name, pair.target), []) if "renamed" in row["note"]}
    ours_named, others_named = {p.name for p in ours}, {p.name for p in others}
    renames = {old: new for old, new in stated.items() if old in ours_named - others_named and new in others_named and not is_general(old)}
    free = others_named - set(renames.values()) - ours_named
    for parameter in ours:
        new = SYNONYMS.get(parameter.name, set()) & free
        if parameter.name not in renames and parameter.name not in others_named and len(new) == 1:
            renames[parameter.name] = new.pop()
    rest = [p.name for p in ours if p.name not in others_named and p.name not in renames and not is_general(p.name)]
    given = set(renames.values()) | ours_named
    return Bound(renames, rest, [p.name for p in others if not p.default and p.kind in ("both", "positional") and p.name not in given])


def receiver_of(target: str) -> list[ApiParameter]:
    """The receiver of a MindSpore method."""
    return [ApiParameter("input", "both", "")] if target.startswith("mindspore.Tensor.") else []


def short(target: str) -> str:
    """The name as code spells it under the usual imports."""
    return next((root + target.removeprefix(prefix) for prefix, root in ROOTS if target.startswith(prefix)), target)


def is_primitive(target: str) -> bool:
    """Whether the name is an operator class, which is made first and then called."""
    return target.startswith("mindspore.ops.") and name_of(target)[:1].isupper()


def template(api: Api, target: str, bound: Bound) -> str:
    """The call to write instead; "" where the pair is not one call for another."""
    first = next((overload[0].name for overload in TABLES.torch.parameters(api.name) if overload), "")
    if target.startswith("mindspore.Tensor."):
        subject = "{self}" if api.kind in ("method", "property") else f"{{{first}}}"
        call = f"{subject}.{target.removeprefix('mindspore.Tensor.')}"
        kind = TABLES.mindspore.kind(target, TARGETS[-1]) or "method"
        return call + "({*})" if kind == "method" and (api.kind == "method" or first) else call if api.kind == "property" else ""
    if is_primitive(target):
        return primitive(target, api) if api.kind in ("function", "method") else ""
    if api.kind == "method":
        return f"{short(target)}({{self}}, {{*}})"
    if api.kind == "class":
        return short(target) + "({*})" if TABLES.torch.parameters(api.name) else short(target)
    return short(target) + "({*})" if api.kind == "function" else short(target) if api.kind in ("constant", "dtype") else ""


def primitive(target: str, api: Api) -> str:
    """A call of an operator class that is made without arguments and bears the torch function's name: `ops.Abs()(x)`."""
    signature = receiver(api) + list(next(iter(TABLES.torch.parameters(api.name)), ()))
    needed = [p.name for p in signature if not is_general(p.name)]
    bare = all(p.default for p in TABLES.mindspore.parameters(target, "2.7") or ())
    same = name_of(target).lower() == name_of(api.name).replace("_", "").lower()
    if not bare or not same or not 1 <= len(needed) <= 2 or any(p.default for p in signature if p.name in needed):
        return ""
    return f"{short(target)}()({', '.join(f'{{{name}}}' for name in needed)})"


def judge(api: Api, pair: Pair, version: str) -> tuple[str, str, str, str]:
    """Verdict, template, adapt and note of a pair in a version."""
    reason = refuted(pair.torch_name, pair.target)
    if reason:
        return "unknown", "", "", f"The official table names {pair.target}, but {reason}."
    nothing = Bound({}, [], [])
    bound = nothing if is_primitive(pair.target) else bind(api, pair, version) or nothing
    written = template(api, pair.target, bound)
    if not written or bound.missing or not is_stated(api, pair, bound):
        return "unknown", "", "", f"The official tables name {pair.target}, but what changes cannot be stated for every call."
    if name_of(api.name).endswith("_") and name_of(pair.target) not in (name_of(api.name), name_of(api.name)[:-1]):
        return "unknown", "", "", f"The official tables name {pair.target} for an operation in place."
    adapt = [f"{old}->{new}" for old, new in bound.renames.items() if "{*}" in written]
    if "dtype" in pair.category:
        adapt.append("difference: dtype: fewer dtypes are accepted")
    if pair.target.startswith(("mindspore.ops.", "mindspore.Tensor.")) and pair.target.rpartition(".")[2] in INT32_INDICES:
        adapt.append("difference: dtype: int32 indices")
    if name_of(pair.target).endswith("_") and api.kind == "method":
        adapt.append("in-place")
    same = pair.category.startswith("consistent") and not adapt
    if pair.target.startswith("mindspore.nn.") and api.name.startswith("torch.optim."):
        return "equivalent", written, "; ".join(adapt), "It is called with the gradients instead of step()."
    renamed = bool(adapt) and all("->" in each or each == "in-place" for each in adapt)
    return "supported" if same or renamed else "equivalent", written, "; ".join(adapt), ""


def is_stated(api: Api, pair: Pair, bound: Bound) -> bool:
    """Whether tables and signatures say everything that changes."""
    if pair.category.startswith("consistent"):
        return True
    notes = {row["note"] for row in compared().get((api.name, pair.target), [])}
    if pair.category in ("diff:param_names", "diff:param_defaults", "diff:param_count_order", "diff:dtype", "blank"):
        return not bound.lost and (pair.category != "blank" or is_primitive(pair.target))
    return bool(notes) and notes <= HARMLESS_NOTES and not bound.lost


def preference(target: str, order: int) -> int:
    """Where a candidate stands: the design's order of preference, newer tables first within it."""
    group = next((i for i, prefix in enumerate(PREFERENCE) if target.startswith(prefix)), len(PREFERENCE))
    return 900 + 10 * group + min(order, 9)


def rows() -> Iterator[tuple[str, ...]]:
    """The lines of the table."""
    by_name: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs():
        by_name[pair.torch_name].append(pair)
    for name in sorted(by_name):
        candidates = sorted(by_name[name], key=lambda pair: number(pair.since), reverse=True)
        for order, pair in enumerate(candidates):
            yield from _rows_of(pair, order)


def _rows_of(pair: Pair, order: int) -> Iterator[tuple[str, ...]]:
    for since, until in merged(TABLES.mindspore.versions(pair.target)):
        since = max(since, pair.since, key=number)
        if until and number(until) <= number(since):
            continue
        api = TABLES.torch.lookup(pair.torch_name) if pair.torch_name.startswith("torch.") else None
        if pair.torch_name.startswith(DATA_LIBRARIES) or api is None:
            note = "" if pair.torch_name.startswith("torchvision.ops.") else "Data processing can stay as it is, or use MindSpore's own."
            verdict, written, adapt = "out-of-scope", short(pair.target), ""
        else:
            verdict, written, adapt, note = judge(api, pair, since)
        name = f"{pair.torch_name}:official:{pair.target.removeprefix('mindspore.')}:{since}"
        yield name, pair.torch_name, "", "", since, until, "", "", str(preference(pair.target, order)), verdict, written, adapt, note


def merged(ranges: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Ranges of versions with those that touch joined."""
    joined: list[tuple[str, str]] = []
    for since, until in ranges:
        if joined and joined[-1][1] == since:
            joined[-1] = joined[-1][0], until
        else:
            joined.append((since, until))
    return joined


if __name__ == "__main__":
    write_table(DATA / "mappings" / "official.csv", COLUMNS, rows())
