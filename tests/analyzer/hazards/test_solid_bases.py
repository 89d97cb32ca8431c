"""MA472: classes of modules with another base that is written in C."""

from __future__ import annotations

import pytest
from hazard_helpers import codes

BASES = {
    "nn.Module, dict": ["MA472"],
    "nn.Sequential, OrderedDict": ["MA472"],
    "nn.Module, Exception": ["MA472"],
    "nn.Module, pywt.ContinuousWavelet": ["MA472"],
    "nn.Module, Wavelet": ["MA472"],
    "nn.Module, pywt.HubMixin": [],
    "pywt.BaseEstimator, nn.Module": [],
    "nn.Module, pywt.Baseline": ["MA472"],
    "Table": [],
    "nn.Module, UserDict": [],
    "nn.Module, object": [],
    "nn.Module, Mixin, ABC": [],
    "nn.Module, Generic[T]": [],
    "nn.Module, pytorch_lightning.Callback": [],
    "dict": [],
}


@pytest.mark.parametrize("bases", BASES)
def test_the_first_class_that_joins_two_types_of_c_is_told(bases: str) -> None:
    text = f"""
from abc import ABC
from collections import OrderedDict, UserDict
from typing import Generic, TypeVar

import pytorch_lightning
import pywt
from torch import nn

T = TypeVar("T")


class Mixin:
    pass


class Wavelet(pywt.ContinuousWavelet):
    pass


class Table(nn.Module, dict):
    pass


class Tried({bases}):
    pass
"""
    assert codes(text)[1:] == BASES[bases]
