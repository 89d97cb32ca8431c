"""What programs write for TensorBoard, one function for each kind."""

import numpy as np
import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter
from torch.utils.tensorboard.summary import hparams


def numbers(folder):
    with SummaryWriter(log_dir=folder) as writer:
        for step in range(3):
            writer.add_scalar("loss", torch.tensor(1.5) * step, global_step=step)
            writer.add_scalar("one/element", torch.ones(1, 1), torch.tensor(step))
        writer.add_scalar("half", torch.tensor(0.1, dtype=torch.bfloat16))
        writer.add_scalar("learned", nn.Parameter(torch.tensor(2.0)), 1, walltime=5.0)
        writer.add_scalar("array", np.float32(0.5), 2, new_style=True)
        writer.add_scalar("double", 0.1, 2, new_style=True, double_precision=True)
        writer.add_scalar(tag="truth", scalar_value=True)


def several(folder):
    writer = SummaryWriter(folder)
    for step in range(2):
        writer.add_scalars("of/both", {"a": torch.tensor(1.0) * step, "b": 2.0}, step)
    writer.add_scalars("others", {"a": np.ones(1)})
    writer.flush()
    writer.close()


def tensors(folder):
    with SummaryWriter(folder) as writer:
        writer.add_tensor("matrix", torch.arange(6.0).reshape(2, 3), 1)
        writer.add_tensor("whole", torch.arange(3), 1)
        writer.add_tensor("number", torch.tensor(2.0, dtype=torch.float64))


def histograms(folder):
    values = torch.arange(-16, 24).reshape(4, 10) / 8
    with SummaryWriter(folder) as writer:
        writer.add_histogram("weights", values, 0)
        writer.add_histogram("zeros", torch.zeros(3), 0)
        writer.add_histogram("array", values.numpy(), 1, bins="auto")
        writer.add_histogram("few", values, 1, bins=30, max_bins=4)
        writer.add_histogram("edges", torch.arange(5), 2, bins=[0.0, 1.5, 2.0, 7.0])
        writer.add_histogram_raw("raw", 0.0, 3.0, 4, 6.0, 14.0, [1.0, 2.0, 3.0], [1, 1, 2], 3)


def pictures(folder):
    whole = torch.arange(72).reshape(3, 4, 6)
    with SummaryWriter(folder) as writer:
        writer.add_image("floats", whole / 50, 0)
        writer.add_image("bytes", whole.to(torch.uint8), 0)
        writer.add_image("grey", whole[:1] / 72, 1)
        writer.add_image("last", (whole / 72).permute(1, 2, 0).numpy(), 2, dataformats="HWC")
        writer.add_image("flat", whole[0] / 72, 3, dataformats="HW")
        writer.add_image("turned", whole[0] / 72, 3, dataformats="WH")
        writer.add_image("clear", torch.rand(4, 2, 2) * 0 + 0.5, 4)
        writer.add_images("many", torch.arange(10 * 3 * 4.0).reshape(10, 3, 2, 2) / 120, 0)
        writer.add_images("greys", torch.arange(2 * 4.0).reshape(2, 2, 2, 1) / 8, 0, dataformats="NHWC")
        boxes = torch.tensor([[1.0, 0.0, 4.0, 3.0]])
        writer.add_image_with_boxes("boxes", whole / 72, boxes, 1)
        writer.add_image_with_boxes("larger", whole / 72, boxes, 1, rescale=2)


def figures(folder):
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    drawn = []
    for step in range(3):
        figure, axes = plt.subplots(figsize=(2, 1))
        axes.plot([0, step])
        drawn.append(figure)
    with SummaryWriter(folder) as writer:
        writer.add_figure("one", drawn[0], 4)
        writer.add_figure("two", drawn[1:], 4, close=False)
    assert plt.get_fignums() == [each.number for each in drawn[1:]]
    plt.close("all")


def sounds(folder):
    sound = torch.sin(torch.arange(50.0))
    with SummaryWriter(folder) as writer:
        writer.add_audio("flat", sound, 1, 22050)
        writer.add_audio("channel", sound[None].numpy(), 2, sample_rate=16000)
        writer.add_audio("loud", torch.tensor([[0.5, -2.0, 3.0]]))


def texts(folder):
    with SummaryWriter(folder) as writer:
        writer.add_text("note", "a **loud** é", 3)


def hyperparameters(folder):
    given = {"lr": 0.1, "depth": 3, "name": "net", "fast": True, "none": None, "rate": torch.tensor([0.5])}
    with SummaryWriter(folder) as writer:
        writer.add_hparams(
            given, {"hparam/loss": torch.tensor(2.0)}, {"depth": [1, 3], "name": ["net", "other"]}, run_name="r", global_step=2
        )
        for part in hparams({"lr": 1}, {"loss": 2}):
            writer.file_writer.add_summary(part)


def curves(folder):
    labels, found = torch.tensor([0, 1, 1, 0, 1]), torch.tensor([0.1, 0.5, 1.0, 0.7, 0.0])
    with SummaryWriter(folder) as writer:
        writer.add_pr_curve("curve", labels, found, 0)
        writer.add_pr_curve("weighted", labels.numpy(), found.numpy(), 1, num_thresholds=5, weights=np.arange(5.0))
        writer.add_pr_curve_raw("raw", [2, 1], [1, 0], [0, 1], [0, 1], [0.5, 1.0], [1.0, 0.5], 2, num_thresholds=2)


def charts(folder):
    with SummaryWriter(folder) as writer:
        writer.add_custom_scalars({"c": {"t": ["Multiline", ["a", "b"]], "m": ["Margin", ["a", "b", "c"]]}})
        writer.add_custom_scalars_multilinechart(["a"], title="one")
        writer.add_custom_scalars_marginchart(["a", "b", "c"], "k")


def meshes(folder):
    points = torch.arange(12.0).reshape(1, 4, 3)
    with SummaryWriter(folder) as writer:
        writer.add_mesh("points", points, global_step=1)
        writer.add_mesh("mesh", points, points.int() * 10, torch.tensor([[[0, 1, 2]]]), {"camera": {"fov": 75}}, 2)


def embeddings(folder):
    points = torch.arange(12.0).reshape(4, 3) / 7
    with SummaryWriter(folder) as writer:
        writer.add_embedding(points, ["a", "b", "c", "d"], torch.arange(4 * 3 * 4.0).reshape(4, 3, 2, 2) / 48, 5, tag="x/y")
        writer.add_embedding(points.numpy(), [["a", 1]] * 4, metadata_header=["name", "number"])


def restarts(folder):
    writer = SummaryWriter(folder, purge_step=7, filename_suffix=".log", max_queue=2, flush_secs=1)
    writer.add_scalar("a", 1.0, 8)
    writer.close()
    assert writer.file_writer is writer.all_writers is None
    writer.add_scalar("a", 2.0, 9)
    assert list(writer.all_writers) == [str(writer.get_logdir())]
    writer.close()


class Logger(SummaryWriter):
    def __init__(self, folder):
        super().__init__(folder)

    def log(self, loss, step):
        self.add_scalar("loss", loss, step)


def inherited(folder):
    logger = Logger(folder)
    logger.log(torch.ones(2).mean(), 1)
    logger.close()
