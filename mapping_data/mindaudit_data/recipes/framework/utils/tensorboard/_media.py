"""Sounds and texts."""

from __future__ import annotations

import io
import warnings
import wave
from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import as_array, for_plugin, summary_of, texts

_LOUDEST = np.iinfo(np.int16).max


def audio(tag: str, tensor: Any, sample_rate: int = 44100) -> Any:
    """A sound of one channel whose samples lie between -1 and 1."""
    samples = np.atleast_1d(as_array(tensor).squeeze())
    if samples.ndim != 1:
        raise ValueError(f"{tag} is written from one channel, not from the shape {samples.shape}")
    if np.abs(samples).max() > 1:
        warnings.warn(f"{tag} has samples beyond -1 and 1, which are cut off", stacklevel=3)
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 2, int(sample_rate), len(samples), "NONE", ""))
        sound.writeframes((samples.clip(-1, 1) * _LOUDEST).astype("<i2").tobytes())
    fields = {"sample_rate": sample_rate, "num_channels": 1, "length_frames": len(samples), "content_type": "audio/wav"}
    return summary_of(tag, audio={**fields, "encoded_audio_string": file.getvalue()})


def text(tag: str, text: str) -> Any:
    """A text, which TensorBoard shows as Markdown."""
    return summary_of(f"{tag}/text_summary", tensor=texts([text.encode()], (1,)), metadata=for_plugin("text"))
