"""Random numbers after rewriting: each draw is a new one, of torch's distribution, and a seed makes it start again."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

import random_sources  # noqa: E402

from mindaudit.config.schema import Config  # noqa: E402
from mindaudit.model import Target  # noqa: E402
from mindaudit.rewrite.run import rewrite  # noqa: E402
from mindaudit.rewrite.usages.choice import Choice  # noqa: E402
from mindaudit_data import recipes  # noqa: E402
from mindaudit_data.recipes.framework.utils import data  # noqa: E402

pytestmark = pytest.mark.verify
SPREAD = 5
"""Means may differ by so many standard errors; both sides are seeded, so a test that passes goes on to pass."""
FEW = 0.15
"""How much standard deviations may differ, relatively; the smallest sample has about 200 independent numbers."""


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The module of draws, written for MindSpore."""
    path = tmp_path_factory.mktemp("draws") / "drawn.py"
    (outcome,) = rewrite(
        [Path(random_sources.__file__)], Config(cache=False, targets=(Target(mode="pynative", backend="cpu"),)), Choice(recipes=True)
    )
    path.write_text(outcome.new)
    spec = importlib.util.spec_from_file_location("drawn", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def torch_drawn(name: str) -> tuple[Any, Any]:
    torch.manual_seed(0)
    return tuple(random_sources.DRAWS[name]().detach().numpy().astype("float64") for _ in range(2))


def drawn(module: ModuleType, name: str, seed: int) -> tuple[Any, Any]:
    recipes.manual_seed(seed)
    return tuple(module.DRAWS[name]().asnumpy().astype("float64") for _ in range(2))


@pytest.mark.parametrize("name", random_sources.DRAWS)
def test_draws_have_the_distribution_of_torch(rewritten: ModuleType, name: str) -> None:
    (one, _), (other, another) = torch_drawn(name), drawn(rewritten, name, 0)
    assert other.shape == one.shape
    assert abs(other.mean() - one.mean()) <= SPREAD * one.std() * np.sqrt(2 / min(one.size, len(np.unique(one)) * 10)) + 1e-12
    assert abs(other.std() - one.std()) <= FEW * one.std()
    assert not np.array_equal(other, another) or np.array_equal(*torch_drawn(name))


@pytest.mark.parametrize("name", random_sources.DRAWS)
@pytest.mark.parametrize("seed", [3, -1, 2**40])
def test_a_seed_makes_draws_start_again(rewritten: ModuleType, name: str, seed: int) -> None:
    np.testing.assert_array_equal(drawn(rewritten, name, seed), drawn(rewritten, name, seed))


def test_seeding_returns_the_generator() -> None:
    assert recipes.manual_seed(3).initial_seed() == 3


@pytest.mark.parametrize("made", ["split", "sampler", "subset", "weighted", "loader"])
def test_a_generator_gives_its_order_again_and_goes_on(made: str) -> None:
    def orders() -> list[list[int]]:
        generator = mindspore.Generator().manual_seed(7)
        loaded = {
            "sampler": lambda: data.RandomSampler(range(50), generator=generator),
            "subset": lambda: data.SubsetRandomSampler(range(50), generator=generator),
            "weighted": lambda: data.WeightedRandomSampler([0.5] * 50, 50, generator=generator),
            "loader": lambda: data.DataLoader(range(50), batch_size=None, shuffle=True, generator=generator),
            "split": lambda: data.random_split(range(50), [40, 10], generator)[0],
        }[made]()
        return [[int(number) for number in loaded] for _ in range(2)]

    first, second = orders(), orders()
    assert first == second
    assert (first[0] == first[1]) == (made == "split")
