"""Videos, as moving pictures of the format GIF."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import Array, as_array, summary_of
from mindaudit_data.recipes.framework.utils.tensorboard._pictures import levels


def video(tag: str, tensor: Any, fps: float = 4) -> Any:
    """Videos beside one another, of the dimensions number, time, channels, height and width."""
    frames = _tiled(levels(as_array(tensor)))
    _, height, width, channels = frames.shape
    return summary_of(tag, image={"height": height, "width": width, "colorspace": channels, "encoded_image_string": _encoded(frames, fps)})


def _tiled(clips: Array) -> Array:
    """Frames with a clip in each tile, and black tiles up to a power of two."""
    count, time, channels, height, width = clips.shape
    rows = 1 << ((count.bit_length() - 1) // 2)
    columns = (1 << (count - 1).bit_length()) // rows
    whole = np.zeros((rows * columns, *clips.shape[1:]), clips.dtype)
    whole[:count] = clips
    tiles = whole.reshape(rows, columns, *clips.shape[1:])
    return tiles.transpose(2, 0, 4, 1, 5, 3).reshape(time, rows * height, columns * width, channels)


def _encoded(frames: Array, fps: float) -> bytes:
    """The file with all frames, each as long as the rate says."""
    from PIL import Image

    first, *others = [Image.fromarray(each[..., 0] if each.shape[-1] == 1 else each) for each in frames]
    file = io.BytesIO()
    first.save(file, format="GIF", save_all=True, append_images=others, duration=round(1000 / fps), loop=0)
    return file.getvalue()
