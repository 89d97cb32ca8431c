"""Fetches the official mapping table of a release into the user's data folder.

A fetched table waits beside the ones that count until it is accepted. What it adds are rows of the lowest preference, since a promise of
the official table is only as good as its evidence (mapping_data/README.md).
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mindaudit_data
from mindaudit.config.folders import COUNTING, WAITING, data_folder
from mindaudit.errors import MindauditError, UsageError
from mindaudit.output.write import write_file
from mindaudit.tables.download import DownloadError, download
from mindaudit.tables.official_page import OfficialPageError, OfficialRow, parse

SOURCE = "https://gitee.com/mindspore/docs/raw/{branch}/docs/mindspore/source_en/note/api_mapping/pytorch_api_mapping.md"
BRANCHES = {"2.3": "r2.3.2", "2.4": "r2.4.10", "2.5": "r2.5.0", "2.6": "r2.6.0"}
"""Releases whose branch is not simply called r and the version."""
PREFERENCE = 980
_VERSION = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}")
STAYS = "the table that was there stays"


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came, and what it would change."""

    version: str
    url: str
    path: Path
    """Where it waits."""
    sha256: str
    """Of the downloaded text."""
    rows: int
    added: tuple[OfficialRow, ...]
    """Pairs that the table at hand lacks for this version."""
    unusable: tuple[OfficialRow, ...]
    """Pairs whose torch or MindSpore name no catalog knows; they add nothing."""


def fetch(version: str, source: str = SOURCE, folder: Path | None = None, sha256: str = "") -> Fetched:
    """Download, check and keep apart the official table of a release.

    `source` is an address with `{branch}` in it; `sha256` is refused if it is not the text's. Raises UsageError for a version that is none
    and MindauditError for anything that is wrong with the answer; nothing that was there before changes then.
    """
    _check_version(version)
    url = source.replace("{branch}", BRANCHES.get(version, f"r{version}"))
    digest, rows = _read(url, sha256)
    new, unusable = _sorted_out(rows, version)
    path = (folder or data_folder()) / f"official-{version}{WAITING}"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, _as_csv(new, version))
    return Fetched(version, url, path, digest, len(rows), tuple(new), tuple(unusable))


def _read(url: str, sha256: str) -> tuple[str, list[OfficialRow]]:
    """The checksum and the rows of the page at an address."""
    try:
        text = download(url)
        rows = parse(text)
    except OfficialPageError as error:
        raise MindauditError(f"{url} cannot be used: {error}; {STAYS}") from None
    except DownloadError as error:
        raise MindauditError(f"{error}; {STAYS}") from None
    digest = hashlib.sha256(text.encode()).hexdigest()
    if sha256 and sha256.lower() != digest:
        raise MindauditError(f"{url} has the checksum {digest} and not {sha256}; {STAYS}")
    return digest, rows


def accept(version: str, folder: Path | None = None) -> Path:
    """Let a fetched table count from now on and return its file. Raises UsageError if none waits, MindauditError if it is damaged."""
    waiting = (folder or data_folder()) / f"official-{version}{WAITING}"
    if not waiting.is_file():
        raise UsageError(f"no table of MindSpore {version} waits to be accepted; get it with: mindaudit mapping fetch {version}")
    for problem in mindaudit_data.problems(waiting.read_text("utf-8")):
        raise MindauditError(f"{waiting}: {problem}; fetch it again")
    return waiting.replace(waiting.with_name(waiting.name.removesuffix(WAITING) + COUNTING))


def _check_version(version: str) -> None:
    if not _VERSION.fullmatch(version):
        raise UsageError(f"{version!r} is no MindSpore version; write it like 2.6")


def _sorted_out(rows: list[OfficialRow], version: str) -> tuple[list[OfficialRow], list[OfficialRow]]:
    """The pairs that are new, and those with a name that nobody knows."""
    table = mindaudit_data.load()
    new: list[OfficialRow] = []
    unusable: list[OfficialRow] = []
    for row in rows:
        api = table.torch_api(row.torch_name)
        name = api.name if api else row.torch_name
        if (api is None and row.torch_name.startswith("torch.")) or not _exists(row.mindspore_name, version):
            unusable.append(row)
        elif not _is_candidate(row.mindspore_name, table.mappings(name)):
            new.append(row._replace(torch_name=name))
    return new, unusable


def _is_candidate(mindspore_name: str, mappings: Sequence[mindaudit_data.Mapping]) -> bool:
    """Whether rows name an API in their template, or in the id that rows without one have from the official tables."""
    name = re.compile(rf"\b{re.escape(mindspore_name.removeprefix('mindspore.'))}\b")
    return any(name.search(mapping.template) or name.search(mapping.id) for mapping in mappings)


def _exists(name: str, version: str) -> bool:
    """Whether the catalogs have the name; a release later than the newest one in them is taken for that one."""
    newest = mindaudit_data.targets()[-1]
    known = version if mindaudit_data.number(version) <= mindaudit_data.number(newest) else newest
    return mindaudit_data.mindspore_catalog().backends(name, known) is not None


def _as_csv(rows: list[OfficialRow], version: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(mindaudit_data.Mapping._fields)
    writer.writerows(_mapping_row(row, version) for row in rows)
    return text.getvalue()


def _mapping_row(row: OfficialRow, version: str) -> Iterator[str]:
    """One candidate: what the page calls consistent is passed on under its new name, the rest stays unknown with a hint."""
    out_of_scope = not row.torch_name.startswith("torch.")
    template = _template(row) if row.consistent and not out_of_scope else ""
    verdict = "out-of-scope" if out_of_scope else "supported" if template else "unknown"
    note = "" if template else f"The official table of {version} names {row.mindspore_name}."
    name = f"{row.torch_name}:fetched:{row.mindspore_name.removeprefix('mindspore.')}:{version}"
    return iter((name, row.torch_name, "", "", version, "", "", "", str(PREFERENCE), verdict, template, "", note))


def _template(row: OfficialRow) -> str:
    kind = getattr(mindaudit_data.load().torch_api(row.torch_name), "kind", "")
    if row.mindspore_name.startswith("mindspore.Tensor."):
        attribute = row.mindspore_name.removeprefix("mindspore.Tensor.")
        return {"method": f"{{self}}.{attribute}({{*}})", "property": f"{{self}}.{attribute}"}.get(kind, "")
    same = row.mindspore_name.rpartition(".")[2] == row.torch_name.rpartition(".")[2]
    return f"{row.mindspore_name}({{*}})" if kind in ("function", "class") and same else ""
