"""Makes the small table of the classifier's tests importable here too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "classify"))
