"""Small projects whose sources say by `# <- MA203` which hazards stand on which line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hazard_helpers import audit_all, folder, marked, placed

from mindaudit.model import Target

PROJECTS = Path(__file__).parents[2] / "projects"


@pytest.mark.parametrize("name", sorted(path.name for path in PROJECTS.glob("hazards_*")))
def test_project_has_exactly_the_marked_hazards(name: str) -> None:
    texts = folder(PROJECTS / name)
    found = audit_all(texts)
    assert texts
    for path, text in texts.items():
        assert not found[path].gave_up
        assert placed(text, found[path].found) == marked(text), path


def test_plain_networks_have_no_hazard_of_shape_or_control_flow() -> None:
    texts = folder(PROJECTS / "hazards_plain")
    codes = [hazard.code for result in audit_all(texts).values() for hazard in result.found]
    assert len(texts) == 3
    assert not [code for code in codes if code.startswith(("MA2", "MA3"))]


def test_losses_outside_of_networks_have_the_hazards_of_gradients_on_cpu() -> None:
    texts = {name: text.replace("# on CPU:", "# <-") for name, text in folder(PROJECTS / "hazards_losses").items()}
    found = audit_all(texts, Target("2.10", "pynative", "cpu"))
    assert {name: placed(text, found[name].found) for name, text in texts.items()} == {name: marked(text) for name, text in texts.items()}
