"""`torch.utils.tensorboard.writer`: the writers of runs."""

from __future__ import annotations

import os
import socket
import time
import warnings
from itertools import accumulate, repeat, takewhile
from pathlib import Path
from typing import Any

from mindaudit_data.recipes.framework.utils.tensorboard import summary
from mindaudit_data.recipes.framework.utils.tensorboard._files import FileWriter
from mindaudit_data.recipes.framework.utils.tensorboard._pictures import figure_to_image
from mindaudit_data.recipes.framework.utils.tensorboard._plugins import PluginWriter

__all__ = ["FileWriter", "SummaryWriter"]


class SummaryWriter(PluginWriter):
    """Writes what TensorBoard shows of a run into a folder. Tensors, arrays and numbers count alike."""

    def __init__(
        self,
        log_dir: Any = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = 10,
        flush_secs: int = 120,
        filename_suffix: str = "",
    ) -> None:
        self.log_dir = log_dir or str(Path("runs", f"{time.strftime('%b%d_%H-%M-%S')}_{socket.gethostname()}{comment}"))
        self.purge_step, self.max_queue, self.flush_secs, self.filename_suffix = purge_step, max_queue, flush_secs, filename_suffix
        self.default_bins = _default_bins()
        self.file_writer: FileWriter | None = None
        self.all_writers: dict[str, FileWriter] | None = None
        self._get_file_writer()

    def _get_file_writer(self) -> FileWriter:
        """The writer of the run itself, a new one after `close`."""
        if self.file_writer is None or self.all_writers is None:
            self.file_writer = self._new_file(self.log_dir)
            self.all_writers = {self.file_writer.get_logdir(): self.file_writer}
            if self.purge_step is not None:
                _restart(self.file_writer, self.purge_step)
                self.purge_step = None
        return self.file_writer

    def _new_file(self, folder: Any) -> FileWriter:
        return FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)

    def get_logdir(self) -> Any:
        """The folder, as it was given."""
        return self.log_dir

    def add_hparams(
        self,
        hparam_dict: dict[str, Any],
        metric_dict: dict[str, Any],
        hparam_domain_discrete: dict[str, list[Any]] | None = None,
        run_name: str | None = None,
        global_step: Any = None,
    ) -> None:
        """A run of its own below this one, with its hyperparameters and the numbers that it reached."""
        parts = summary.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        folder = os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))  # noqa: PTH118 - it may be an address
        with SummaryWriter(folder) as run:
            for part in parts:
                run._add(part, global_step)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    def add_scalar(
        self,
        tag: str,
        scalar_value: Any,
        global_step: Any = None,
        walltime: float | None = None,
        new_style: bool = False,
        double_precision: bool = False,
    ) -> None:
        """A number."""
        found = summary.scalar(tag, scalar_value, new_style=new_style, double_precision=double_precision)
        self._add(found, global_step, walltime)

    def add_scalars(self, main_tag: str, tag_scalar_dict: dict[str, Any], global_step: Any = None, walltime: float | None = None) -> None:
        """Numbers that one chart shows: each one goes to a folder of its own."""
        walltime = time.time() if walltime is None else walltime
        start = f"{self._get_file_writer().get_logdir()}/{main_tag.replace('/', '_')}_"
        writers = self.all_writers or {}
        for tag, value in tag_scalar_dict.items():
            folder = start + tag
            if folder not in writers:
                writers[folder] = self._new_file(folder)
            writers[folder].add_summary(summary.scalar(main_tag, value), global_step, walltime)

    def add_tensor(self, tag: str, tensor: Any, global_step: Any = None, walltime: float | None = None) -> None:
        """A whole tensor."""
        self._add(summary.tensor_proto(tag, tensor), global_step, walltime)

    def add_histogram(
        self,
        tag: str,
        values: Any,
        global_step: Any = None,
        bins: Any = "tensorflow",
        walltime: float | None = None,
        max_bins: int | None = None,
    ) -> None:
        """How often values of each size occur."""
        edges = self.default_bins if isinstance(bins, str) and bins == "tensorflow" else bins
        self._add(summary.histogram(tag, values, edges, max_bins=max_bins), global_step, walltime)

    def add_histogram_raw(
        self,
        tag: str,
        min: Any,
        max: Any,
        num: Any,
        sum: Any,
        sum_squares: Any,
        bucket_limits: Any,
        bucket_counts: Any,
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """A histogram that is counted already."""
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError(f"{len(bucket_limits)} limits have {len(bucket_counts)} counts")
        self._add(summary.histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts), global_step, walltime)

    def add_image(
        self, tag: str, img_tensor: Any, global_step: Any = None, walltime: float | None = None, dataformats: str = "CHW"
    ) -> None:
        """A picture."""
        self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_images(
        self, tag: str, img_tensor: Any, global_step: Any = None, walltime: float | None = None, dataformats: str = "NCHW"
    ) -> None:
        """Several pictures in rows of eight."""
        self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_image_with_boxes(
        self,
        tag: str,
        img_tensor: Any,
        box_tensor: Any,
        global_step: Any = None,
        walltime: float | None = None,
        rescale: float = 1,
        dataformats: str = "CHW",
        labels: Any = None,
    ) -> None:
        """A picture with boxes and their labels."""
        names = [labels] if isinstance(labels, str) else labels
        if names is not None and len(names) != len(box_tensor):
            warnings.warn(f"{len(box_tensor)} boxes have {len(names)} labels: none is drawn", stacklevel=2)
            names = None
        found = summary.image_boxes(tag, img_tensor, box_tensor, rescale=rescale, dataformats=dataformats, labels=names)
        self._add(found, global_step, walltime)

    def add_figure(self, tag: str, figure: Any, global_step: Any = None, close: bool = True, walltime: float | None = None) -> None:
        """A figure of matplotlib, or several ones."""
        formats = "NCHW" if isinstance(figure, list) else "CHW"
        self.add_image(tag, figure_to_image(figure, close), global_step, walltime, dataformats=formats)

    def add_video(self, tag: str, vid_tensor: Any, global_step: Any = None, fps: float = 4, walltime: float | None = None) -> None:
        """Videos."""
        self._add(summary.video(tag, vid_tensor, fps), global_step, walltime)

    def add_audio(
        self, tag: str, snd_tensor: Any, global_step: Any = None, sample_rate: int = 44100, walltime: float | None = None
    ) -> None:
        """A sound."""
        self._add(summary.audio(tag, snd_tensor, sample_rate=sample_rate), global_step, walltime)

    def add_text(self, tag: str, text_string: str, global_step: Any = None, walltime: float | None = None) -> None:
        """A text."""
        self._add(summary.text(tag, text_string), global_step, walltime)

    def flush(self) -> None:
        """Waits until all is written."""
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self) -> None:
        """Ends the files."""
        for writer in (self.all_writers or {}).values():
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self) -> SummaryWriter:
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        self.close()


def _restart(writer: FileWriter, step: int) -> None:
    """Events by which TensorBoard forgets what an earlier run wrote from a step on."""
    from tensorboard.compat.proto.event_pb2 import Event, SessionLog

    writer.add_event(Event(step=step, file_version="brain.Event:2"))
    writer.add_event(Event(step=step, session_log=SessionLog(status=SessionLog.START)))


def _default_bins() -> list[float]:
    """Edges of histograms: zero, and numbers of both signs from 1e-12 to 1e20, each by a tenth larger than the one before."""
    sizes = list(takewhile(lambda size: size < 1e20, accumulate(repeat(1.1), lambda size, factor: size * factor, initial=1e-12)))
    return [*(-size for size in reversed(sizes)), 0.0, *sizes]
