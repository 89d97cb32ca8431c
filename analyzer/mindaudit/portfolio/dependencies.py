"""The third-party packages that a repository declares, and where they are on disk.

Declarations are only read, never resolved or downloaded: requirements files, pyproject.toml, lock files, setup.cfg, and the metadata of
wheels and sdists. A file that cannot be read declares nothing.
"""

from __future__ import annotations

import configparser
import json
import re
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from mindaudit.config.values import Texts
from mindaudit.portfolio.listing import Repository
from mindaudit.sources.discover import SUFFIXES

_LARGEST = 20_000_000
"""Bytes of a file that declares packages."""
_REPLACED = "torch"
"""The module that a migration replaces: the package that holds it is not audited."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package on disk."""

    name: str
    version: Version
    source: Path
    """A wheel, or the folder into which it is installed."""
    modules: tuple[str, ...]
    """Its files and folders on top, in such a folder."""
    requires: tuple[str, ...]

    @property
    def repository(self) -> Repository:
        """It as a repository to audit."""
        named = f"{self.name}=={self.version}"
        return Repository(str(self.source), name=named, paths=Texts(self.modules if self.source.is_dir() else ()))


@dataclass(slots=True)
class Packages:
    """The packages in some folders of wheels and installed packages; of each the newest."""

    found: dict[str, Package] = field(default_factory=dict)

    @classmethod
    def under(cls, folders: Iterable[Path]) -> Packages:
        """Look through folders, not below them."""
        packages = cls()
        for folder in folders:
            for package in (*_installed(folder), *_wheels(folder)):
                other = packages.found.get(package.name)
                if other is None or other.version < package.version:
                    packages.found[package.name] = package
        return packages

    def needed(self, names: Iterable[str]) -> list[Package]:
        """The packages of these names and those that they need in turn, as far as they are there, by name; torch itself is left out."""
        waiting, reached = list(names), dict[str, Package]()
        while waiting:
            package = self.found.get(waiting.pop())
            if package and package.name not in reached and _REPLACED not in package.modules:
                reached[package.name] = package
                waiting += package.requires
        return [reached[name] for name in sorted(reached)]


def declared(folder: Path) -> list[str]:
    """The packages that a checkout says it needs, by normalised name, in order."""
    return sorted({name for pattern, read in _READERS.items() for file in sorted(folder.glob(pattern)) for name in _read(file, read)})


def _read(file: Path, read: Callable[[str], Iterable[str]]) -> list[str]:
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST:
            return []
        return [canonicalize_name(name) for name in read(file.read_text("utf-8", "replace"))]
    except (OSError, ValueError, TypeError, AttributeError, RecursionError, configparser.Error):
        return []


def _of_requirements(text: str) -> Iterator[str]:
    """Names in a requirements file: https://pip.pypa.io/en/stable/reference/requirements-file-format/."""
    return _names(re.split(r"\s#|\s--|\s;?\s*\\", line)[0] for line in text.splitlines() if not line.lstrip().startswith(("#", "-")))


def _of_pyproject(text: str) -> Iterator[str]:
    """Names in pyproject.toml: what the project needs, as PEP 621 or Poetry write it."""
    content = tomllib.loads(text)
    yield from _names(content.get("project", {}).get("dependencies", []))
    poetry = content.get("tool", {}).get("poetry", {}).get("dependencies", {})
    yield from (name for name, wanted in poetry.items() if name != "python" and not (isinstance(wanted, dict) and wanted.get("optional")))


def _of_lock(text: str) -> Iterator[str]:
    """Names in poetry.lock, uv.lock and pdm.lock, which list packages alike, and in pylock.toml (PEP 751)."""
    content = tomllib.loads(text)
    for package in (*content.get("package", []), *content.get("packages", [])):
        # the project itself is listed too, as a package that lies in a folder
        if not isinstance(package.get("source"), dict) or not {"editable", "virtual", "directory"} & package["source"].keys():
            yield package["name"]


def _of_pipfile_lock(text: str) -> Iterator[str]:
    yield from json.loads(text).get("default", {})


def _of_setup(text: str) -> Iterator[str]:
    """Names in setup.cfg."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return _names(parser.get("options", "install_requires", fallback="").splitlines())


def _of_metadata(text: str) -> Iterator[str]:
    """Names in the metadata of a wheel or sdist."""
    return _names(HeaderParser().parsestr(text).get_all("Requires-Dist", []))


_READERS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "requirements*.txt": _of_requirements,
    "requirements/*.txt": _of_requirements,
    "pyproject.toml": _of_pyproject,
    "poetry.lock": _of_lock,
    "uv.lock": _of_lock,
    "pdm.lock": _of_lock,
    "pylock*.toml": _of_lock,
    "Pipfile.lock": _of_pipfile_lock,
    "setup.cfg": _of_setup,
    "PKG-INFO": _of_metadata,
    "*.dist-info/METADATA": _of_metadata,
}
"""Where a project declares what it needs, on top of its files."""


def _names(requirements: Iterable[str]) -> Iterator[str]:
    """The names of requirements that hold here without extras."""
    for text in requirements:
        with suppress(InvalidRequirement):
            wanted = Requirement(text.strip())
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                yield wanted.name


def _installed(folder: Path) -> Iterator[Package]:
    """The packages that are installed into a folder."""
    for info in sorted(folder.glob("*.dist-info")):
        with suppress(OSError):
            records = (info / "RECORD").read_text("utf-8", "replace").splitlines() if (info / "RECORD").is_file() else []
            files = [line.partition(",")[0].strip('"') for line in records]
            if package := _package((info / "METADATA").read_text("utf-8", "replace"), folder, files):
                yield package


def _wheels(folder: Path) -> Iterator[Package]:
    """The wheels in a folder."""
    for file in sorted(folder.glob("*.whl")):
        with suppress(OSError, zipfile.BadZipFile, InvalidWheelFilename, KeyError):
            parse_wheel_filename(file.name)
            with zipfile.ZipFile(file) as wheel:
                names = wheel.namelist()
                info = next(name for name in names if name.endswith(".dist-info/METADATA") and name.count("/") == 1)
                content = wheel.read(info) if wheel.getinfo(info).file_size < _LARGEST else b""
                if package := _package(content.decode("utf-8", "replace"), file, names):
                    yield package


def _package(metadata: str, source: Path, files: Sequence[str]) -> Package | None:
    """A package from its metadata and the names of its files; None if it has no Python."""
    headers: Any = HeaderParser().parsestr(metadata)
    places = [PurePosixPath(name) for name in files]
    modules = sorted(
        {place.parts[0] for place in places if place.name.endswith(SUFFIXES) and ".." not in place.parts and not place.is_absolute()}
    )
    with suppress(InvalidVersion, TypeError):
        requires = tuple(canonicalize_name(name) for name in _names(headers.get_all("Requires-Dist", [])))
        name, version = canonicalize_name(headers["Name"]), Version(headers["Version"])
        return Package(name, version, source, tuple(modules), requires) if modules else None
    return None
