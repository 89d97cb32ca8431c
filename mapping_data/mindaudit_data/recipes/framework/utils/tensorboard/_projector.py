"""Points with many dimensions, in the files that TensorBoard's projector reads."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import Array, as_array
from mindaudit_data.recipes.framework.utils.tensorboard._pictures import grid, levels


class Projector:
    """The points of one folder of logs, which a file there lists."""

    def __init__(self, folder: str) -> None:
        self._folder, self._known = folder, []  # type: tuple[str, list[dict[str, Any]]]

    def add(self, mat: Any, metadata: Any, label_img: Any, step: int, tag: str, header: Any) -> None:
        """Files with the points in rows, their labels and pictures."""
        points, pictures = as_array(mat), None if label_img is None else as_array(label_img)
        for name, each in (("labels", metadata), ("pictures", pictures)):
            if each is not None and len(each) != len(points):
                raise ValueError(f"{len(points)} points have {len(each)} {name}")
        if points.ndim != 2:
            raise ValueError(f"points are the rows of a matrix, not of the shape {points.shape}")
        below = f"{step:0>5}/{_quoted(tag)}"
        self._make(below)
        self._write(f"{below}/tensors.tsv", _table(points.tolist()))
        listed = {"tensor_name": f"{tag}:{step:0>5}", "tensor_path": f"{below}/tensors.tsv"}
        self._known.append(listed | self._labels(below, metadata, header) | self._pictures(below, pictures))
        self._list()

    def _labels(self, below: str, labels: Any, header: Any) -> dict[str, Any]:
        if labels is None:
            return {}
        self._write(f"{below}/metadata.tsv", _table([header, *labels] if header else [[each] for each in labels]))
        return {"metadata_path": f"{below}/metadata.tsv"}

    def _pictures(self, below: str, pictures: Array | None) -> dict[str, Any]:
        if pictures is None:
            return {}
        self._write(f"{below}/sprite.png", _sprite(pictures))
        height, width = pictures.shape[2:]
        return {"sprite": {"image_path": f"{below}/sprite.png", "single_image_dim": [width, height]}}

    def _list(self) -> None:
        from google.protobuf import text_format
        from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig

        self._write("projector_config.pbtxt", text_format.MessageToString(ProjectorConfig(embeddings=self._known)).encode())

    def _make(self, below: str) -> None:
        from tensorboard.compat import tf

        folder = f"{self._folder}/{below}"
        if tf.io.gfile.exists(folder):
            warnings.warn(f"{folder} exists: points of one step and tag replace one another", stacklevel=4)
        else:
            tf.io.gfile.makedirs(folder)

    def _write(self, name: str, content: bytes) -> None:
        from tensorboard.compat import tf

        with tf.io.gfile.GFile(f"{self._folder}/{name}", "wb") as file:
            file.write(content)


def _quoted(tag: str) -> str:
    """A tag as the name of a folder."""
    return "".join(f"%{ord(each):02x}" if each in "%/\\" else each for each in tag)


def _table(rows: list[Any]) -> bytes:
    return "".join("\t".join(str(each) for each in row) + "\n" for row in rows).encode()


def _sprite(pictures: Array) -> bytes:
    """The file of a square picture with all of them row by row."""
    from PIL import Image

    whole = grid(pictures, int(np.ceil(len(pictures) ** 0.5))).transpose(1, 2, 0)
    square = np.zeros((whole.shape[1], whole.shape[1], 3), whole.dtype)
    square[: len(whole)] = whole
    file = io.BytesIO()
    Image.fromarray(levels(square)).save(file, format="PNG")
    return file.getvalue()
