"""Lookups in the catalogs, held against what torch and MindSpore are known to offer."""

from __future__ import annotations

import pytest

import mindaudit_data

TORCH = mindaudit_data.torch_catalog()
MINDSPORE = mindaudit_data.mindspore_catalog()


@pytest.mark.parametrize(
    ("written", "documented"),
    [
        ("torch.nn.modules.conv.Conv2d", "torch.nn.Conv2d"),
        ("torch.nn.parameter.Parameter", "torch.nn.Parameter"),
        ("torch._C._nn.gelu", "torch.nn.functional.gelu"),
        ("torch.conv2d", "torch.nn.functional.conv2d"),
        ("torch.autograd.grad_mode.no_grad", "torch.no_grad"),
        ("torch.utils.data.dataloader.DataLoader", "torch.utils.data.DataLoader"),
        ("torch.optim.adam.Adam", "torch.optim.Adam"),
        ("torch.nn.Conv2d.register_buffer", "torch.nn.Module.register_buffer"),
        ("torch.FloatTensor.add_", "torch.Tensor.add_"),
        ("torch.nn.Parameter.view", "torch.Tensor.view"),
        ("torch.optim.SGD.zero_grad", "torch.optim.Optimizer.zero_grad"),
        ("torch.functional.F", "torch.nn.functional"),
        ("torch.functional.F.softmax", "torch.nn.functional.softmax"),
        ("torch.nn.modules.conv.init.zeros_", "torch.nn.init.zeros_"),
        ("torch.softmax", "torch.softmax"),
        ("torch.nn.functional.softmax", "torch.nn.functional.softmax"),
    ],
)
def test_a_name_is_found_under_its_documented_spelling(written: str, documented: str) -> None:
    api = TORCH.lookup(written)
    assert api is not None
    assert api.name == documented


@pytest.mark.parametrize("name", ["torch.nope", "torch.Tensor.nope", "torch.nn.Conv2d.nope", "numpy.array", "torch", ""])
def test_a_name_that_torch_lacks_is_not_found(name: str) -> None:
    api = TORCH.lookup(name)
    assert api is None or (name == "torch" and api.kind == "module")


@pytest.mark.parametrize(
    ("name", "returns"),
    [
        ("torch.max", "tensor | tensor | namedtuple(values=tensor, indices=tensor[int64])"),
        ("torch.Tensor.size", "size | int"),
        ("torch.Tensor.shape", "size"),
        ("torch.Tensor.add_", "self"),
        ("torch.Tensor.numpy", "instance(numpy.ndarray)"),
        ("torch.Tensor.chunk", "list(tensor)"),
        ("torch.Tensor.long", "tensor[int64]"),
        ("torch.eq", "tensor[bool]"),
        ("torch.argmax", "tensor[int64]"),
        ("torch.linalg.svd", "namedtuple(U=tensor, S=tensor, Vh=tensor)"),
        ("torch.nn.Module.to", "self"),
        ("torch.nn.Module.named_parameters", "iterator(tuple(str, instance(torch.nn.Parameter)))"),
        ("torch.distributed.get_rank", "int"),
        ("torch.float32", "dtype"),
    ],
)
def test_what_a_call_gives(name: str, returns: str) -> None:
    api = TORCH.lookup(name)
    assert api is not None
    assert api.returns == returns


def test_signatures_have_overloads_kinds_and_defaults() -> None:
    plain, other, along = TORCH.parameters("torch.max")
    assert [p.name for p in plain] == ["input", "out"]
    assert [p.name for p in other] == ["input", "other", "out"]
    assert along[2] == mindaudit_data.ApiParameter("keepdim", "both", "False")
    assert along[-1].kind == "keyword"
    assert TORCH.parameters("torch.Tensor.view")[-1] == (mindaudit_data.ApiParameter("size", "*var", ""),)
    assert TORCH.parameters("torch.cuda.is_available") == ((),)
    assert TORCH.parameters("torch.nope") == ()


def test_classes_know_their_bases_and_modules_their_children() -> None:
    assert TORCH.method("torch.nn.Linear", "state_dict") == TORCH.lookup("torch.nn.Module.state_dict")
    assert TORCH.method("torch.nn.Linear", "view") is None
    assert TORCH.is_module("torch.nn.functional")
    assert not TORCH.is_module("torch.nn.Linear")
    assert "torch.nn.functional.relu" in TORCH.children("torch.nn.functional")


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("torch.nonzero", "dynamic_output_shape"),
        ("torch.Tensor.masked_select", "dynamic_output_shape"),
        ("torch.unique", "dynamic_output_shape"),
        ("torch.Tensor.item", "data_dependent_output"),
        ("torch.Tensor.tolist", "data_dependent_output"),
    ],
)
def test_operator_tags_reach_every_spelling(name: str, tag: str) -> None:
    api = TORCH.lookup(name)
    assert api is not None
    assert tag in api.tags


@pytest.mark.parametrize(("name", "until"), [("torch.symeig", "2.0"), ("torch.rfft", "1.8")])
def test_removed_names_say_when_they_went(name: str, until: str) -> None:
    api = TORCH.lookup(name)
    assert api is not None
    assert api.until == until


def test_mindspore_names_have_versions_and_backends() -> None:
    assert MINDSPORE.backends("mindspore.mint.sum", "2.10") == {"ascend", "gpu", "cpu"}
    assert MINDSPORE.backends("mindspore.mint.std", "2.10") == {"ascend"}
    assert MINDSPORE.backends("mindspore.mint.sum", "1.10") is None
    assert MINDSPORE.backends("mindspore.nn.Conv2d", "1.7") is not None
    assert MINDSPORE.backends("mindspore.nn.nope", "2.10") is None
    assert MINDSPORE.kind("mindspore.Tensor.shape", "2.10") == "property"
    assert MINDSPORE.kind("mindspore.Tensor.shape", "1.1") == ""


def test_mindspore_signatures() -> None:
    parameters = MINDSPORE.parameters("mindspore.nn.Conv2d", "2.10")
    assert parameters is not None
    assert [(p.name, p.default) for p in parameters[4:9]] == [
        ("pad_mode", "'same'"),
        ("padding", "0"),
        ("dilation", "1"),
        ("group", "1"),
        ("has_bias", "False"),
    ]
    assert MINDSPORE.parameters("mindspore.nn.nope", "2.10") is None


def test_versions_compare_as_numbers() -> None:
    assert mindaudit_data.holds("2.9", "", "2.10")
    assert not mindaudit_data.holds("", "2.9", "2.10")
    assert mindaudit_data.holds("2.0", "2.10", "2.9")
    assert list(mindaudit_data.targets()) == sorted(mindaudit_data.targets(), key=mindaudit_data.number)


@pytest.mark.parametrize(
    ("name", "version", "substitute"),
    [
        ("torchvision.transforms.Resize", "2.10", "mindspore.dataset.vision.Resize"),
        ("torchvision.transforms.functional.rotate", "2.10", "mindspore.dataset.vision on PIL images and numpy arrays"),
        ("timm.models.resnet.resnet50", "2.10", "mindcv.models"),
        ("nobody.knows", "2.10", ""),
    ],
)
def test_substitutes_for_other_libraries(name: str, version: str, substitute: str) -> None:
    assert mindaudit_data.load().substitute(name, version) == substitute


def test_externals_and_checkpoints() -> None:
    table = mindaudit_data.load()
    assert table.external("numpy.zeros") == "instance(numpy.ndarray)"
    assert table.external("math.sqrt") == "float"
    assert table.external("nobody.knows") == ""
    renamed = {
        row.torch_parameter: row.mindspore_parameter
        for row in table.checkpoint("torch.nn.BatchNorm2d")
        if row.mindspore_layer == "mindspore.nn.BatchNorm2d"
    }
    assert renamed == {
        "weight": "gamma",
        "bias": "beta",
        "running_mean": "moving_mean",
        "running_var": "moving_variance",
        "num_batches_tracked": "",
    }
    assert {row.change for row in table.checkpoint("torch.nn.Conv1d")} == {"new axis 2", "same"}


def test_an_overload_has_the_defaults_of_the_function_that_runs() -> None:
    written = {parameter.name: parameter.default for signature in TORCH.parameters("torch.autograd.grad") for parameter in signature}
    assert written["create_graph"] == "False"
    assert written["grad_outputs"] == "None"
