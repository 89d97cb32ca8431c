"""Draws resnet50.svg and resnet50.zh.svg, the pictures in README.md and on the site: what `mindaudit scan examples/resnet50` shows in a terminal.

    python examples/picture.py
"""

import html
import io
import re
from pathlib import Path

import mindaudit
from mindaudit.cli._reports import rules
from mindaudit_reports import Options, formats
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent


def main():
    audit = mindaudit.scan([HERE / "resnet50"])
    draw(audit, "en", "", HERE / "resnet50.svg")
    draw(audit, "zh", " --lang zh", HERE / "resnet50.zh.svg")


def draw(audit, language, option, file):
    shown = formats()["term"].render([audit], Options(color=True, width=110, rules=rules(), lang=language))
    console = Console(record=True, width=112, file=io.StringIO())
    console.print(Text.from_ansi(f"$ mindaudit scan examples/resnet50{option}\n" + shown))
    picture = console.export_svg(title="mindaudit", unique_id="mindaudit")
    # the reader's own fixed-width font will do: a picture loads nothing
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    file.write_text(re.sub(r'textLength="([\d.]+)"([^>]*)>([^<]*)<', widened, picture), "utf-8")


def widened(found):
    """rich counts characters, but Chinese ones are two cells wide."""
    width, others, written = found.groups()
    words = html.unescape(written)
    return f'textLength="{float(width) * cell_len(words) / len(words):g}"{others}>{written}<'


if __name__ == "__main__":
    main()
