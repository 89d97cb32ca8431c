"""Recipes of windows, number ranges, Fourier transforms and conversions, against torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, same, torch

from mindaudit_data import recipes

mindspore = pytest.importorskip("mindspore")
pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(5)


@pytest.mark.parametrize("sym", [True, False])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 12])
def test_windows(length: int, sym: bool) -> None:
    for name in ("bartlett", "blackman", "cosine", "hann", "hamming", "nuttall", "general_hamming", "gaussian", "kaiser", "exponential"):
        found = getattr(recipes, f"{name}_signal_window")(length, sym=sym)
        same(found, getattr(torch.signal.windows, name)(length, sym=sym), 1e-5)
    found = recipes.general_cosine_signal_window(length, [0.5, 0.3, 0.2], sym=sym)
    same(found, torch.signal.windows.general_cosine(length, a=[0.5, 0.3, 0.2], sym=sym))


def test_window_options() -> None:
    windows = torch.signal.windows
    same(recipes.gaussian_signal_window(9, std=2.5), windows.gaussian(9, std=2.5))
    same(recipes.kaiser_signal_window(9, beta=5.0, dtype=mindspore.float64), windows.kaiser(9, beta=5.0, dtype=torch.float64), 2e-6)
    same(recipes.exponential_signal_window(9, tau=2.0, center=0.0, sym=False), windows.exponential(9, tau=2.0, center=0.0, sym=False))
    same(recipes.general_hamming_signal_window(9, alpha=0.6), windows.general_hamming(9, alpha=0.6))


@pytest.mark.parametrize("bounds", [(0, 1), (3.0, -2.5), (-1.5, 7), (2, 2)])
@pytest.mark.parametrize("steps", [0, 1, 2, 5, 50])
@pytest.mark.parametrize("dtype", ["float32", "int64", "float64"])
def test_number_ranges(bounds: tuple[float, float], steps: int, dtype: str) -> None:
    kinds = getattr(mindspore, dtype), getattr(torch, dtype)
    same(recipes.linspace(*bounds, steps, kinds[0]), torch.linspace(*bounds, steps, dtype=kinds[1]))
    same(recipes.logspace(*bounds, steps, 2.0, kinds[0]), torch.logspace(*bounds, steps, 2.0, dtype=kinds[1]))


def test_number_ranges_are_as_precise_as_their_dtype() -> None:
    for name in ("linspace", "logspace"):
        found = getattr(recipes, name)(-1.9, 2.857332, 16, dtype=mindspore.float64)
        wanted = getattr(torch, name)(-1.9, 2.857332, 16, dtype=torch.float64)
        np.testing.assert_allclose(found.asnumpy(), wanted.numpy(), rtol=1e-13)


def test_number_ranges_between_tensors() -> None:
    start, end = np.array(1.5, "float32"), np.array(4, "int64")
    check(recipes.linspace, torch.linspace, start, end, 4, gradient=False, graph=False)


@pytest.mark.parametrize("shape", [(4, 4), (5, 6), (3, 4, 5)])
@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
def test_shifts(name: str, shape: tuple[int, ...]) -> None:
    values = RANDOM.standard_normal(shape).astype("float32")
    for options in ({}, {"dim": 1}, {"dim": (0, -1)}):
        check(getattr(recipes, name), getattr(torch.fft, name), values, **options)


@pytest.mark.parametrize("norm", [None, "backward", "forward", "ortho"])
@pytest.mark.parametrize("name", ["hfft", "ihfft", "hfftn", "ihfftn"])
def test_hermitian_transforms(name: str, norm: str | None) -> None:
    values = RANDOM.standard_normal((3, 4, 6)).astype("float32")
    inputs = values if name.startswith("i") else (values + 1j * RANDOM.standard_normal(values.shape)).astype("complex64")
    recipe, reference = getattr(recipes, name), getattr(torch.fft, name)
    every: list[dict[str, Any]] = [{}, {"dim": (0, 1)}, {"s": (5,)}, {"s": (5, 4)}] if name.endswith("n") else [{}, {"dim": 1}, {"n": 5}]
    for options in every:
        check(recipe, reference, inputs, norm=norm, tolerance=2e-5, gradient=False, **options)
        # the operator of the same name changes its input: twice must give the same
        check(recipe, reference, inputs, norm=norm, tolerance=2e-5, gradient=False, graph=False, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hop_length": 2},
        {"center": False, "win_length": 8},
        {"normalized": True},
        {"onesided": False},
        {"length": 25},
        {"length": 18},
        {"onesided": False, "return_complex": True},
    ],
)
def test_istft(options: dict[str, Any]) -> None:
    signal = RANDOM.standard_normal((2, 24)).astype("float32")
    forward = {name: options[name] for name in ("hop_length", "center", "normalized", "onesided", "win_length") if name in options}
    width = options.get("win_length", 8)
    window = np.ones(width, "float32") if "win_length" in options else np.hanning(width + 2)[1:-1].astype("float32")
    spectrum = torch.stft(torch.from_numpy(signal), 8, window=torch.from_numpy(window), return_complex=True, **forward).numpy()
    check(
        lambda x, w: recipes.istft(x, 8, window=w, **options),
        lambda x, w: torch.istft(x, 8, window=w, **options),
        spectrum, window, gradient=False, graph=False, tolerance=2e-5,
    )  # fmt: skip


def test_convert_to() -> None:
    x = mindspore.Tensor([1.5, -2.0], mindspore.float32)
    assert recipes.convert_to(x, mindspore.int64).dtype == mindspore.int64
    assert recipes.tensor_to(x, "cuda", non_blocking=True, dtype=mindspore.int64).dtype == mindspore.int64
    assert recipes.tensor_to(x, device="cuda", copy=False) is x
    assert recipes.convert_to(x, mindspore.Tensor(1, mindspore.float16)).dtype == mindspore.float16
    for device in ("cuda", None, 0):
        assert recipes.convert_to(x, device) is x


@pytest.mark.parametrize("mode", ["reflect", "constant", "replicate", "circular"])
@pytest.mark.parametrize(
    "options",
    [
        {"return_complex": True},
        {"hop_length": 3, "normalized": True, "return_complex": False},
        {"hop_length": 2, "center": False, "onesided": False, "return_complex": True},
    ],
)
def test_stft(mode: str, options: dict[str, Any]) -> None:
    signal, window = RANDOM.standard_normal((2, 30)).astype("float32"), np.hanning(8).astype("float32")
    check(recipes.stft, torch.stft, signal, 8, pad_mode=mode, **options)
    check(
        recipes.stft,
        torch.stft,
        signal[0],
        12,
        4,
        8,
        window,
        pad_mode=mode,
        **{name: options[name] for name in options if name != "hop_length"},
    )


def test_stft_of_complex_signals() -> None:
    signal = (RANDOM.standard_normal(30) + 1j * RANDOM.standard_normal(30)).astype("complex64")
    check(recipes.stft, torch.stft, signal, 8, gradient=False, return_complex=True)
    check(recipes.stft, torch.stft, signal, 8, 2, 8, np.hanning(8).astype("float32"), gradient=False, return_complex=True)


def test_istft_has_the_same_gradient_in_each_run_of_a_graph() -> None:
    signal = mindspore.Tensor(RANDOM.standard_normal((2, 24)).astype("float32"))
    window = mindspore.Tensor(np.hanning(10)[1:-1].astype("float32"))

    def total(x: Any) -> Any:
        return (recipes.istft(recipes.stft(x, 8, window=window, return_complex=True), 8, window=window) ** 2).sum()

    gradient = mindspore.jit(mindspore.grad(total))
    first, *others = (gradient(signal).asnumpy() for _ in range(3))
    for other in others:
        np.testing.assert_allclose(other, first, rtol=1e-5)
