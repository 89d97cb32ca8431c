"""What plugins of TensorBoard show: curves, charts, points, meshes."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from mindaudit_data.recipes.framework.utils.tensorboard import summary
from mindaudit_data.recipes.framework.utils.tensorboard._files import FileWriter
from mindaudit_data.recipes.framework.utils.tensorboard._projector import Projector


class PluginWriter:
    """The methods of a writer that write for one plugin each."""

    _projector: Projector | None = None

    def _get_file_writer(self) -> FileWriter:
        raise NotImplementedError

    def _add(self, found: Any, step: Any = None, walltime: float | None = None) -> None:
        self._get_file_writer().add_summary(found, step, walltime)

    def add_onnx_graph(self, prototxt: Any) -> None:
        """A warning."""
        warnings.warn("networks of ONNX are not drawn", stacklevel=2)

    def add_graph(self, model: Any, input_to_model: Any = None, verbose: bool = False, use_strict_trace: bool = True) -> None:
        """A warning."""
        warnings.warn("networks of MindSpore are not drawn", stacklevel=2)

    def add_embedding(
        self,
        mat: Any,
        metadata: Any = None,
        label_img: Any = None,
        global_step: Any = None,
        tag: str = "default",
        metadata_header: Any = None,
    ) -> None:
        """Points with many dimensions, with their labels and pictures."""
        folder = self._get_file_writer().get_logdir()
        if self._projector is None:
            self._projector = Projector(folder)
        self._projector.add(mat, metadata, label_img, global_step or 0, tag, metadata_header)

    def add_pr_curve(
        self,
        tag: str,
        labels: Any,
        predictions: Any,
        global_step: Any = None,
        num_thresholds: int = 127,
        weights: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Precision over recall."""
        self._add(summary.pr_curve(tag, labels, predictions, num_thresholds, weights), global_step, walltime)

    def add_pr_curve_raw(
        self,
        tag: str,
        true_positive_counts: Any,
        false_positive_counts: Any,
        true_negative_counts: Any,
        false_negative_counts: Any,
        precision: Any,
        recall: Any,
        global_step: Any = None,
        num_thresholds: int = 127,
        weights: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Precision over recall, computed already."""
        counts = true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts
        self._add(summary.pr_curve_raw(tag, *counts, precision, recall, num_thresholds, weights), global_step, walltime)

    def add_custom_scalars_multilinechart(self, tags: Sequence[str], category: str = "default", title: str = "untitled") -> None:
        """A chart of several numbers."""
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(self, tags: Sequence[str], category: str = "default", title: str = "untitled") -> None:
        """A chart of a number between two others."""
        self.add_custom_scalars({category: {title: ["Margin", tags]}})

    def add_custom_scalars(self, layout: dict[str, Any]) -> None:
        """Charts, by category and title."""
        self._add(summary.custom_scalars(layout))

    def add_mesh(
        self,
        tag: str,
        vertices: Any,
        colors: Any = None,
        faces: Any = None,
        config_dict: Any = None,
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """A mesh, or a cloud of points."""
        self._add(summary.mesh(tag, vertices, colors, faces, config_dict), global_step, walltime)
