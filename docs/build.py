"""Builds the site: `python docs/build.py OUT`. Warnings of Sphinx and links that lead nowhere are errors."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE)]

from generator import browser, links, stage  # noqa: E402
from generator.answers import answers  # noqa: E402

import mindaudit_data  # noqa: E402
import mindaudit_reports  # noqa: E402
from mindaudit import scan  # noqa: E402
from mindaudit_reports import Options  # noqa: E402
from mindaudit_reports.views.options import Language  # noqa: E402

SCHEMAS = Path(mindaudit_reports.__file__).parent
EXAMPLE = HERE.parent / "examples" / "resnet50"
SPHINX: dict[Language, str] = {"en": "en", "zh": "zh_CN"}
"""The languages, and what Sphinx calls them."""
CHOICE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>mindaudit</title>
<script>location.replace(((navigator.language || "").startsWith("zh") ? "zh" : "en") + "/index.html" + location.hash)</script></head>
<body><p><a href="en/index.html">English</a> · <a href="zh/index.html" lang="zh-Hans">中文</a></p></body></html>
"""


def main() -> int:
    """Build into the folder that the command line names; what is there is replaced."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "index.html").write_text(CHOICE, "utf-8")
    _shared(out)
    failed = [language for language in SPHINX if _sphinx(language, out / language)]
    broken = list(links.broken(out))
    print(*broken, sep="\n")
    print(f"{out}: {len(list(out.rglob('*.html')))} pages, {len(broken)} broken links")
    return 1 if failed or broken else 0


def _shared(out: Path) -> None:
    """What both languages use: the data of the mapping browser, the schemas of the JSON report, an audit to look at and its picture."""
    browser.write(list(answers(mindaudit_data.torch_catalog().names())), out / "data")
    for schema in sorted(SCHEMAS.glob("schema*.json")):
        (out / "schema").mkdir(exist_ok=True)
        shutil.copy(schema, out / "schema" / schema.name)
    for picture in EXAMPLE.parent.glob("*.svg"):
        shutil.copy(picture, out)
    audit = scan([EXAMPLE])
    for language in SPHINX:
        mindaudit_reports.write(audit, "html", out / f"example-{language}.html", Options(lang=language))


def _sphinx(language: Language, out: Path) -> int:
    """Build one language; the number that Sphinx ends with."""
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as scratch:
        sources = Path(scratch) / "sources"
        stage.stage(language, sources)
        options = ["-q", "-n", "-W", "--keep-going", "-b", "html", "-D", f"language={SPHINX[language]}", "-c", str(HERE)]
        return build_main([*options, "-d", str(Path(scratch) / "doctrees"), str(sources), str(out)])


if __name__ == "__main__":
    sys.exit(main())
