"""Pictures: formats of their dimensions, grids, boxes, figures of matplotlib."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import Array, as_array, summary_of


def image(tag: str, tensor: Any, rescale: float = 1, dataformats: str = "NCHW") -> Any:
    """A picture, or a grid of several."""
    return summary_of(tag, image=_encoded(levels(channels_last(as_array(tensor), dataformats)), rescale))


def image_boxes(
    tag: str, tensor_image: Any, tensor_boxes: Any, rescale: float = 1, dataformats: str = "CHW", labels: list[str] | None = None
) -> Any:
    """A picture with boxes, each from its left and upper to its right and lower edge."""
    pixels = levels(channels_last(as_array(tensor_image), dataformats))
    boxes = as_array(tensor_boxes).reshape(-1, 4).tolist()
    named = labels if labels is not None else [""] * len(boxes)
    return summary_of(tag, image=_encoded(pixels, rescale, list(zip(boxes, named, strict=True))))


def levels(array: Array) -> Array:
    """Colours from 0 to 255: those that are no bytes lie between 0 and 1."""
    scale = 1 if array.dtype == np.uint8 else 255
    return (array.astype(np.float32) * scale).clip(0, 255).astype(np.uint8)


def channels_last(array: Array, dataformats: str) -> Array:
    """Height, width and channels of what has the dimensions that the letters N, C, H and W name in their order."""
    letters = dataformats.upper()
    if len(letters) != array.ndim or sorted(letters) not in ([*"CHNW"], [*"CHW"], [*"HW"]):
        raise ValueError(f"{dataformats} does not name the dimensions of the shape {array.shape}")
    if "N" in letters:
        return grid(array.transpose([letters.index(each) for each in "NCHW"]), 8).transpose(1, 2, 0)
    if "C" not in letters:
        letters, array = f"{letters}C", array[..., None]
    found = array.transpose([letters.index(each) for each in "HWC"])
    return found.repeat(3, axis=2) if found.shape[2] == 1 else found


def grid(pictures: Array, columns: int) -> Array:
    """One picture of three channels with several ones of one size row by row, on black."""
    count, channels, height, width = pictures.shape
    if channels not in (1, 3):
        raise ValueError(f"several pictures have one or three channels, not {channels}")
    columns = min(count, columns)
    rows = -(-count // columns)
    whole = np.zeros((rows * columns, 3, height, width), pictures.dtype)
    whole[:count] = pictures
    tiles = whole.reshape(rows, columns, 3, height, width)
    return tiles.transpose(2, 0, 3, 1, 4).reshape(3, rows * height, columns * width)


def figure_to_image(figures: Any, close: bool = True) -> Array:
    """Channels, height and width of a drawn figure, or of each one of a list."""
    if isinstance(figures, list):
        return np.stack([figure_to_image(each, close) for each in figures])
    import matplotlib.pyplot as plt
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figures)
    canvas.draw()
    pixels = np.array(canvas.buffer_rgba())[..., :3].transpose(2, 0, 1)
    if close:
        plt.close(figures)
    return pixels


def _encoded(pixels: Array, rescale: float, boxes: list[tuple[list[float], str]] | None = None) -> dict[str, Any]:
    """The fields of a picture, with its size before it is scaled."""
    from PIL import Image

    height, width, channels = pixels.shape
    drawn = Image.fromarray(pixels)
    for box, label in boxes or ():
        _draw(drawn, box, label)
    file = io.BytesIO()
    drawn.resize((int(width * rescale), int(height * rescale)), Image.Resampling.LANCZOS).save(file, format="PNG")
    return {"height": height, "width": width, "colorspace": channels, "encoded_image_string": file.getvalue()}


def _draw(picture: Any, box: list[float], label: str) -> None:
    """A box, with its label above its lower edge."""
    from PIL import ImageDraw, ImageFont

    left, top, right, bottom = box
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default()
    pen.line([(left, top), (left, bottom), (right, bottom), (right, top), (left, top)], fill="red", width=2)
    if label:
        _, _, width, height = font.getbbox(label)
        pen.rectangle([(left, bottom - height - 2), (left + width, bottom)], fill="red")
        pen.text((left + 1, bottom - height - 1), label, fill="black", font=font)
