"""Draws resnet50.svg, the picture in README.md: what `mindaudit scan examples/resnet50` shows in a terminal.

    python examples/picture.py
"""

import io
import re
from pathlib import Path

import mindaudit
from mindaudit.cli._reports import rules
from mindaudit_reports import Options, formats
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent


def main():
    audit = mindaudit.scan([HERE / "resnet50"])
    shown = formats()["term"].render([audit], Options(color=True, width=110, rules=rules()))
    console = Console(record=True, width=112, file=io.StringIO())
    console.print(Text.from_ansi("$ mindaudit scan examples/resnet50\n" + shown))
    picture = console.export_svg(title="mindaudit", unique_id="mindaudit")
    # the reader's own fixed-width font will do: a picture loads nothing
    (HERE / "resnet50.svg").write_text(re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
