"""What stands for `torch.utils.tensorboard` writes what torch's writer writes, where tensorboard is installed."""

from __future__ import annotations

import io
import subprocess
import sys
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.verify
mindspore = pytest.importorskip("mindspore")

SOURCE = Path(__file__).parent / "summary_programs.py"
KINDS = (
    "numbers",
    "several",
    "tensors",
    "histograms",
    "pictures",
    "figures",
    "sounds",
    "texts",
    "hyperparameters",
    "curves",
    "charts",
    "meshes",
    "embeddings",
    "restarts",
    "inherited",
)
WITHOUT = """
import sys
sys.modules["tensorboard"] = None
from mindaudit_data.recipes import framework as torch
torch.utils.tensorboard.summary.hparams
try:
    from mindaudit_data.recipes.framework.utils.tensorboard import SummaryWriter
except ImportError as error:
    print("pip install tensorboard" in str(error))
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The programs with torch and with MindSpore."""
    pytest.importorskip("torch")
    pytest.importorskip("tensorboard")
    from networks import loaded
    from rewritten_modules import rewritten_module

    return loaded(SOURCE, SOURCE.stem), rewritten_module(SOURCE, tmp_path_factory.mktemp("rewritten"))[1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore:.* has samples beyond")
def test_what_is_written_is_what_torch_writes(kind: str, programs: tuple[Any, Any], tmp_path: Path) -> None:
    if kind == "figures":
        pytest.importorskip("matplotlib")
    folders = [tmp_path / name for name in ("theirs", "ours")]
    for module, folder in zip(programs, folders, strict=True):
        getattr(module, kind)(str(folder))
    theirs, ours = (list(_written(folder)) for folder in folders)
    assert len(theirs) > 1
    assert ours == theirs


def test_every_program_is_tried(programs: tuple[Any, Any]) -> None:
    functions = {name for name, each in vars(programs[0]).items() if getattr(each, "__module__", "") == SOURCE.stem and callable(each)}
    assert functions - {"Logger"} == set(KINDS)


def test_signatures_are_those_of_torch() -> None:
    pytest.importorskip("tensorboard")
    from inspect import signature

    theirs = pytest.importorskip("torch.utils.tensorboard").SummaryWriter
    for name in [each for each in dir(theirs) if not each.startswith("_") or each == "__init__"]:
        known, own = (list(signature(getattr(each, name)).parameters.values()) for each in (theirs, _writer()))
        assert [(each.name, each.default) for each in own] == [(each.name, each.default) for each in known], name


def test_videos_are_moving_pictures(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    from PIL import Image

    with _writer()(tmp_path) as writer:
        writer.add_video("clips", mindspore.ops.rand(3, 5, 3, 4, 6), 1, fps=10)
    (picture,) = [each.image for each in _values(tmp_path) if each.tag == "clips"]
    assert (picture.height, picture.width, picture.colorspace) == (4, 24, 3)
    moving = Image.open(io.BytesIO(picture.encoded_image_string))
    assert (moving.n_frames, moving.size, moving.info["duration"]) == (5, (24, 4), 100)


def test_what_is_not_written_is_told(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    picture, boxes = mindspore.ops.zeros((3, 20, 20)), mindspore.Tensor([[1.0, 1.0, 9.0, 9.0]])
    with _writer()(tmp_path) as writer:
        with pytest.warns(UserWarning, match="MindSpore are not drawn"):
            writer.add_graph(mindspore.nn.Dense(2, 2), mindspore.ops.ones((1, 2)))
        with pytest.warns(UserWarning, match="ONNX are not drawn"):
            writer.add_onnx_graph("net.onnx")
        with pytest.warns(UserWarning, match="1 boxes have 2 labels"):
            writer.add_image_with_boxes("a", picture, boxes, labels=["a", "b"])
        with pytest.warns(UserWarning, match="beyond -1 and 1"):
            writer.add_audio("b", mindspore.Tensor([0.0, 2.0]))
        writer.add_image_with_boxes("named", picture, boxes, labels="name")


def test_runs_without_a_folder_have_torchs_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tensorboard")
    monkeypatch.chdir(tmp_path)
    _writer()(comment="_mine").close()
    (run,) = (tmp_path / "runs").iterdir()
    assert run.name.endswith("_mine")


def test_tensorboard_is_needed_when_a_writer_is_imported() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]


def _writer() -> Any:
    from mindaudit_data.recipes.framework.utils.tensorboard import SummaryWriter

    return SummaryWriter


def _written(folder: Path) -> Iterator[tuple[Any, ...]]:
    """Where and when each event is written, and what it holds; other files with their content."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        place = path.parent.relative_to(folder)
        if ".tfevents." not in path.name:
            yield place, path.name, _pixels(path.read_bytes()) if path.suffix == ".png" else path.read_bytes()
            continue
        for event in _events(path):
            yield place, path.suffix == ".log", event.step, event.file_version, event.session_log.status, event.wall_time == 5
            yield from ((place, event.step, *_held(value)) for value in event.summary.value)


def _events(path: Path) -> Iterator[Any]:
    from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
    from tensorboard.compat.proto.event_pb2 import Event

    return (Event.FromString(each) for each in RawEventFileLoader(str(path)).Load())


def _values(folder: Path) -> Iterator[Any]:
    return (value for path in folder.rglob("*.tfevents.*") for event in _events(path) for value in event.summary.value)


def _held(value: Any) -> tuple[Any, ...]:
    """The tag and plugin of a value, and its content in a form that can be compared."""
    from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData
    from tensorboard.util.tensor_util import make_ndarray

    plugin, kind = value.metadata.plugin_data, value.WhichOneof("value")
    about = HParamsPluginData.FromString(plugin.content) if plugin.plugin_name == "hparams" else plugin.content
    found = getattr(value, kind) if kind else None
    if kind == "image":
        found = found.height, found.width, found.colorspace, _pixels(found.encoded_image_string)
    elif kind == "audio":
        found = found.sample_rate, found.num_channels, found.length_frames, found.content_type, _frames(found.encoded_audio_string)
    elif kind == "tensor":
        array = make_ndarray(found)
        found = array.shape, array.dtype, array.tolist()
    return value.tag, value.metadata.display_name, plugin.plugin_name, about, kind, found


def _pixels(content: bytes) -> list[Any]:
    from PIL import Image

    found: list[Any] = np.asarray(Image.open(io.BytesIO(content))).tolist()
    return found


def _frames(content: bytes) -> tuple[Any, ...]:
    with wave.open(io.BytesIO(content)) as file:
        return file.getparams(), file.readframes(file.getnframes())
