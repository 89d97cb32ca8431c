"""What is left of torch: the counterpart beside torch itself, one source text executed with both."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

import mindaudit_data
from mindaudit_data import recipes
from mindaudit_data.recipes import framework
from mindaudit_data.recipes.framework import Missing, found_or_missing
from mindaudit_data.recipes.framework.utils import _pytree, checkpoint, data

pytestmark = pytest.mark.verify
BOTH = pytest.mark.parametrize("library", [framework, torch], ids=["mindspore", "torch"])


@BOTH
def test_devices(library: Any) -> None:
    cpu, gpu = library.device("cpu"), library.device("cuda:1")
    assert (cpu.type, cpu.index, str(cpu), repr(cpu)) == ("cpu", None, "cpu", "device(type='cpu')")
    assert (gpu.type, gpu.index, str(gpu)) == ("cuda", 1, "cuda:1")
    assert library.device("cuda", 1) == gpu != cpu
    assert library.device(gpu) == gpu
    assert len({library.device("cpu"), cpu}) == 1
    assert cpu != "cpu"
    with cpu:
        pass


def test_device_of_a_tensor() -> None:
    x = mindspore.Tensor([1.0])
    assert x.device == framework.device("cpu")
    assert (recipes.device_of(x).type, recipes.device_of(x).index) == ("cpu", None)
    assert recipes.device_of(SimpleNamespace(device=framework.device("cuda:1"))).index == 1
    assert recipes.device_of(SimpleNamespace(device="cpu")) == "cpu"
    assert recipes.device_of(None) is None
    with pytest.raises(AttributeError):
        recipes.device_of(SimpleNamespace())


def test_device_of_a_tensor_in_a_graph() -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc]
        def construct(self, x: Any) -> Any:
            here = recipes.device_of(x)
            if here.type != "cpu" or here.index is not None:
                return x
            return x + 1 if recipes.device_of(x) == here else x - 1

    assert mindspore.jit(Net().construct)(mindspore.Tensor([1.0])).tolist() == [2.0]


def test_tests_for_devices_in_a_graph() -> None:
    class Net(mindspore.nn.Cell):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.place = framework.device("cuda:1")

        def construct(self, x: Any) -> Any:
            asked = recipes.device_text(x), recipes.device_of(x), self.place, "cpu", x
            return x + sum([2**number for number, each in enumerate(asked) if recipes.is_device(each)])

    assert Net()(mindspore.Tensor([0.0])).tolist() == mindspore.jit(Net().construct)(mindspore.Tensor([0.0])).tolist() == [7.0]


@BOTH
def test_versions_compare_by_their_numbers(library: Any) -> None:
    version = library.torch_version.TorchVersion("2.10.0+cpu")
    assert version > "2.5.0"
    assert version >= "2.10"
    assert version < (2, 11)
    assert version <= "2.10.1"
    assert version == "2.10.0+cpu"
    assert version != "2.9"
    assert library.__version__ > "2.5"
    assert str(library.__version__).startswith("2.13")
    assert {version: 1}[version] == 1


@BOTH
def test_data_as_a_tensor_of_a_dtype(library: Any) -> None:
    """A number is not rounded to float32 on its way."""
    assert library.as_tensor([0.1], dtype=library.float64).tolist() == [0.1]
    x = library.tensor([1.0])
    assert library.as_tensor(x) is x


@BOTH
def test_limits_of_dtypes(library: Any) -> None:
    assert library.finfo(library.float32).eps == np.finfo("float32").eps.item()
    assert library.finfo(library.bfloat16).max == pytest.approx(3.3895314e38)
    assert library.finfo(library.bfloat16).tiny == pytest.approx(1.1754944e-38)
    assert library.finfo(library.float16).min == -65504
    assert library.finfo(library.float8_e4m3fn).max == 448
    assert library.finfo(library.float8_e5m2).tiny == pytest.approx(2**-14)
    assert library.iinfo(library.uint8).max == 255
    assert library.iinfo(library.int64).bits == 64
    assert isinstance(library.long, library.dtype)
    assert library.get_default_dtype() == library.float


@BOTH
def test_recording(library: Any) -> None:
    @library.no_grad()
    def called() -> bool:
        return bool(library.is_grad_enabled())

    @library.no_grad
    def bare() -> bool:
        return bool(library.is_grad_enabled())

    assert not called()
    assert not bare()
    with library.no_grad():
        with library.enable_grad():
            assert library.is_grad_enabled()
        with library.inference_mode(False):
            assert library.is_grad_enabled()
        assert not library.is_grad_enabled()
    with library.set_grad_enabled(False):
        assert not library.is_grad_enabled()
    decorated = library.set_grad_enabled(False)(lambda: library.is_grad_enabled())
    assert library.is_grad_enabled()
    assert not decorated()
    assert library.is_grad_enabled()


def test_nothing_is_recorded_without_gradients() -> None:
    def loss(x: Any) -> Any:
        with framework.no_grad():
            y = x * x
        return (x * y).sum()

    x = mindspore.Tensor(np.array([2.0, 3.0], "float32"))
    np.testing.assert_allclose(mindspore.grad(loss)(x).asnumpy(), [4.0, 9.0])


@BOTH
def test_probes_of_programs(library: Any) -> None:
    assert not hasattr(library, "no_such_part")
    assert library.cuda.is_available() in (True, False)
    assert library.cuda._initialized in (True, False)
    assert not library.jit.is_scripting()
    assert not library.is_autocast_enabled()
    library.backends.cudnn.benchmark = False
    assert library.backends.cudnn.benchmark is False
    with library.backends.__allow_nonbracketed_mutation():
        library.backends.cudnn.deterministic = True
    assert not library.backends.flags_frozen()
    assert library.jit.annotate(list[int], [1]) == [1]
    with library.amp.autocast("cpu", enabled=False):
        pass
    with library.random.fork_rng():
        library.manual_seed(0)
    assert int(library.__version__.split(".")[0]) == 2


@BOTH
def test_making_tensors(library: Any) -> None:
    assert tuple(library.zeros(2, 3, device="cpu").shape) == (2, 3)
    assert tuple(library.ones((2, 3), dtype=library.int64).shape) == (2, 3)
    assert library.tensor([1, 2]).dtype == library.int64
    assert library.tensor([1.5], requires_grad=False).dtype == library.float32
    assert library.as_tensor(np.array([1.5]), dtype=library.float32).dtype == library.float32
    assert tuple(library.randn(2, 3, generator=None).shape) == (2, 3)
    assert library.full_like(library.zeros(2), 3.0).sum() == 6


@BOTH
def test_functions_with_a_backward_of_their_own(library: Any) -> None:
    class Doubled(library.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx: Any, gradient: Any) -> Any:
            (x,) = ctx.saved_tensors
            return gradient * x

    x = np.array([2.0, 3.0], "float32")
    if library is framework:
        found = mindspore.grad(lambda value: Doubled.apply(value).sum())(mindspore.Tensor(x)).asnumpy()
    else:
        value = torch.from_numpy(x).requires_grad_()
        Doubled.apply(value).sum().backward()
        found = value.grad.numpy()
    np.testing.assert_allclose(found, x)


@pytest.mark.parametrize("pytree", [_pytree, torch.utils._pytree], ids=["mindspore", "torch"])
def test_trees(pytree: Any) -> None:
    tree = {"a": [1, (2, 3)], "b": 4}
    leaves, spec = pytree.tree_flatten(tree)
    assert leaves == [1, 2, 3, 4]
    assert pytree.tree_unflatten(leaves, spec) == tree
    assert pytree.tree_map(lambda leaf: leaf + 1, tree) == {"a": [2, (3, 4)], "b": 5}
    assert pytree.tree_map_only(int, str, [1, "x"]) == ["1", "x"]


def test_wrong_number_of_leaves() -> None:
    with pytest.raises(ValueError, match="2 leaves for a tree of 3"):
        _pytree.tree_unflatten([1, 2], _pytree.tree_flatten([1, 2, 3])[1])


@pytest.mark.parametrize("library", [checkpoint, torch.utils.checkpoint], ids=["mindspore", "torch"])
def test_checkpoints(library: Any) -> None:
    assert library.checkpoint(lambda x, y: x - y, 3, 1, use_reentrant=False) == 2
    assert library.checkpoint_sequential([lambda x: x + 1, lambda x: x * 2], 1, 3, use_reentrant=False) == 8
    assert [*library.get_device_states(1)] == [[], []]


@pytest.mark.parametrize("library", [data, torch.utils.data], ids=["mindspore", "torch"])
def test_samplers(library: Any) -> None:
    source = list("abcdef")
    assert list(library.BatchSampler(library.SequentialSampler(source), 4, drop_last=False)) == [[0, 1, 2, 3], [4, 5]]
    assert list(library.BatchSampler(library.SequentialSampler(source), 4, drop_last=True)) == [[0, 1, 2, 3]]
    assert sorted(library.RandomSampler(source)) == [0, 1, 2, 3, 4, 5]
    assert len(list(library.RandomSampler(source, replacement=True, num_samples=9))) == 9
    assert sorted(library.SubsetRandomSampler([5, 1])) == [1, 5]
    assert set(library.WeightedRandomSampler([0.0, 1.0, 1.0], 2, replacement=False)) == {1, 2}
    parts = library.random_split(source, [4, 2])
    assert sorted(part[place] for part in parts for place in range(len(part))) == source


def test_loader_takes_what_concerns_devices() -> None:
    loader = data.DataLoader(list(range(5)), batch_size=2, pin_memory=True, persistent_workers=False)
    assert [batch.asnumpy().tolist() for batch in loader] == [[0, 1], [2, 3], [4]]


def test_what_is_missing() -> None:
    missing = Missing("torch.a.B")

    class Derived(missing.C):  # type: ignore[name-defined,misc]
        pass

    class Layer(framework.fx.GraphModule):  # type: ignore[misc]
        pass

    assert issubclass(Layer, framework.nn.Module)
    with pytest.raises(NotImplementedError, match=r"torch\.fx\.GraphModule"):
        Layer()

    @missing
    def decorated() -> None: ...

    assert not isinstance(3, (str, missing))
    assert not issubclass(int, missing)
    assert repr(missing | None) == repr(missing[int]) == "Missing('torch.a.B')"
    assert not hasattr(missing, "__deepcopy__")
    for use in (Derived, decorated, lambda: missing(3), lambda: bool(missing), lambda: [*missing], lambda: missing + 1):
        with pytest.raises(NotImplementedError, match=r"torch\.a\.B"):
            use()


def test_other_libraries(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rewritten_library.py").write_text("class Layer: ...\n")
    (tmp_path / "left_library.py").write_text("import no_such_framework\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert found_or_missing("rewritten_library.Layer").__name__ == "Layer"
    assert found_or_missing("rewritten_library").__name__ == "rewritten_library"
    for name in ("left_library.Layer", "rewritten_library.Other", "no_library_at_all"):
        assert repr(found_or_missing(name)) == f"Missing({name!r})"


def test_tensors_in_files(tmp_path: Any) -> None:
    from safetensors.torch import load_file as read_by_torch

    from mindaudit_data.recipes import modules as nn
    from mindaudit_data.recipes.safetensors import torch as safetensors

    layer, other = nn.Linear(3, 2), nn.Linear(3, 2)
    safetensors.save_model(layer, tmp_path / "weights")
    np.testing.assert_array_equal(read_by_torch(tmp_path / "weights")["weight"].numpy(), layer.weight.asnumpy())
    assert safetensors.load_model(other, tmp_path / "weights") == ([], [])
    np.testing.assert_array_equal(other.weight.asnumpy(), layer.weight.asnumpy())
    assert safetensors.load(safetensors.save({"a": layer.bias}))["a"].shape == (2,)


def test_tensors_are_read_one_by_one(tmp_path: Any) -> None:
    from safetensors import SafetensorError
    from safetensors.torch import load_file as read_by_torch
    from safetensors.torch import save_file as write_by_torch

    from mindaudit_data.recipes.safetensors import torch as safetensors

    halves = torch.arange(4.0).view(2, 2).bfloat16() / 3
    write_by_torch(
        {"w": torch.arange(8.0).view(4, 2), "h": halves, "i": torch.tensor([1]), "t": torch.tensor(True)}, tmp_path / "a", {"a": "b"}
    )
    with safetensors.safe_open(tmp_path / "a", framework="pt") as file:
        assert (file.keys(), file.metadata(), sorted(file.offset_keys())) == (["h", "i", "t", "w"], {"a": "b"}, ["h", "i", "t", "w"])
        part = file.get_slice("w")
        assert (part.get_shape(), part.get_dtype(), part[1:3, 0].tolist()) == ([4, 2], "F32", [2.0, 4.0])
        assert file.get_tensor("h").dtype == mindspore.bfloat16
        np.testing.assert_array_equal(file.get_tensor("h").float().asnumpy(), halves.float().numpy())
        assert {name: each.tolist() for name, each in file.get_tensors(["i", "t"]).items()} == {"i": [1], "t": True}
        with pytest.raises(SafetensorError, match="nothing"):
            file.get_tensor("nothing")
    safetensors.save_file(safetensors.load_file(tmp_path / "a"), tmp_path / "b")
    for name, each in read_by_torch(tmp_path / "a").items():
        assert torch.equal(read_by_torch(tmp_path / "b")[name], each)
    with safetensors.safe_open(tmp_path / "b", framework="np") as file:
        assert isinstance(file.get_tensor("w"), np.ndarray)


def test_networks_of_the_hub_are_kept_in_folders(tmp_path: Any) -> None:
    from mindaudit_data.recipes import modules as nn
    from mindaudit_data.recipes.huggingface_hub.hub_mixin import PyTorchModelHubMixin

    class Net(nn.Module, PyTorchModelHubMixin, library_name="nets", tags=["a"]):
        def __init__(self, size: int, kind: Any = nn.ReLU, deep: bool = False) -> None:
            super().__init__()
            self.layer, self.deep = nn.Linear(size, 2), deep

    class Deep(Net, tags=["b"]):
        def __init__(self, size: int) -> None:
            super().__init__(size, deep=True)

    net = Net(3, deep=True)
    assert net._hub_mixin_config == {"size": 3, "deep": True}
    assert (Deep(4)._hub_mixin_config, Deep._hub_mixin_info.model_card_data["tags"]) == ({"size": 4}, ["a", "b"])
    net.save_pretrained(tmp_path / "net")
    found = Net.from_pretrained(tmp_path / "net", deep=False)
    assert (found.deep, found.training) == (False, False)
    np.testing.assert_array_equal(found.layer.weight.asnumpy(), net.layer.weight.asnumpy())
    with pytest.raises(NotImplementedError):
        net.push_to_hub("a/b")


def test_devices_can_be_copied() -> None:
    device = framework.device("cpu")
    assert copy.deepcopy(device) == pickle.loads(pickle.dumps(device)) == device


VALUES = np.array([[3.0, 1.0, 2.0], [0.5, 4.0, 4.0]], "float32")
SAME = VALUES[::-1].copy()


def _made(argument: Any, tensor: Any) -> Any:
    """Arrays as tensors of a library, also in a list."""
    if isinstance(argument, list):
        return [_made(each, tensor) for each in argument]
    return tensor(argument) if isinstance(argument, np.ndarray) else argument


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("cumsum", (0,)),
        ("logsumexp", (1,)),
        ("topk", (2,)),
        ("sort", (1, True)),
        ("tile", ((2, 1),)),
        ("full_like", (2.0,)),
        ("clamp", (1.0, 3.0)),
        ("tril", ()),
        ("flip", ((0,),)),
        ("squeeze", ()),
        ("squeeze", ((0, 1),)),
        ("norm", ()),
        ("std", ()),
        ("std_mean", (1,)),
        ("var_mean", (False,)),
        ("count_nonzero", ()),
        ("count_nonzero", (1,)),
        ("clamp_min", (1.0,)),
        ("clamp_max", (1.0,)),
        ("clone", ()),
        ("frac", ()),
        ("adjoint", ()),
        ("kron", (SAME,)),
        ("fmin", (SAME,)),
        ("row_stack", ()),
        ("true_divide", (2,)),
        ("masked_fill", (SAME > 1, 0.0)),
        ("isin", (SAME[0],)),
        ("diagflat", ()),
        ("dist", (SAME,)),
        ("histc", (4,)),
        ("msort", ()),
        ("unique_consecutive", ()),
        ("unique", ()),
        ("median", ()),
        ("median", (1, True)),
        ("complex", (SAME,)),
    ],
)
def test_functions_that_nobody_calls_by_name(name: str, arguments: tuple[Any, ...]) -> None:
    given = ([*VALUES] if name == "row_stack" else VALUES, *arguments)
    mine = getattr(framework, name)(*(_made(each, mindspore.Tensor) for each in given))
    theirs = getattr(torch, name)(*(_made(each, torch.from_numpy) for each in given))
    for found, wanted in zip(*([each] if hasattr(each, "shape") else each for each in (mine, theirs)), strict=True):
        np.testing.assert_allclose(found.asnumpy(), wanted.numpy(), rtol=1e-5)


def test_what_is_told_of_the_build_names_the_framework() -> None:
    assert framework.__config__.show() == f"MindSpore {mindspore.__version__}"


def test_a_library_whose_operators_have_recipes_counts_as_loaded() -> None:
    rows = (Path(mindaudit_data.__file__).parent / "mappings" / "functional.csv").read_text("utf-8")
    assert frozenset(re.findall(r"^torch\.ops\.(\w+)\.", rows, re.MULTILINE)) == framework.ops.SERVED
    framework.ops.load_library("site-packages/torchvision/_C.so")
    library = framework.library.Library("torchvision", "IMPL", "Meta")
    assert library.define("nms(Tensor boxes) -> Tensor") == "nms"
    assert framework.library.register_fake("torchvision::nms")(abs) is abs
    framework.library.register_autocast("torchvision::nms", "cuda", mindspore.float32)


def test_compiled_operators_cannot_be_loaded() -> None:
    with pytest.raises(OSError, match=r"lib\.so is compiled for torch"):
        framework.ops.load_library("lib.so")
    with pytest.raises(NotImplementedError, match=r"torch\.ops\.library\.nms"):
        framework.ops.library.nms(1)
    assert not hasattr(framework, "mint")


@BOTH
def test_torchs_keywords_are_taken(library: Any) -> None:
    x = library.tensor([[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]])
    values, indices = library.sort(input=x, dim=1, descending=True)
    assert (values.tolist(), indices.tolist()) == ([[3, 2, 1], [5, 4, 0]], [[0, 2, 1], [1, 2, 0]])
    assert library.argsort(x, dim=0).tolist() == [[1, 0, 0], [0, 1, 1]]
    assert library.topk(x, k=1, dim=-1).values.tolist() == [[3], [5]]
    assert library.cumsum(input=x, dim=0).tolist() == [[3, 1, 2], [3, 6, 6]]
    assert list(library.stack([x, x], dim=-1).shape) == [2, 3, 2]
    assert [each.tolist() for each in library.aminmax(x, dim=1)] == [[1, 0], [3, 5]]
    assert library.std(x, 1, unbiased=False).tolist() == pytest.approx([0.8165, 2.1602], abs=1e-3)
    assert library.var(x, False).item() == pytest.approx(2.9167, abs=1e-3)
    assert library.searchsorted(library.tensor([1.0, 2.0, 3.0]), input=library.tensor([2.0]), right=True).tolist() == [2]
    assert library.nanmean(x, dim=0, keepdim=True).tolist() == [[1.5, 3, 3]]
    assert library.log_softmax(input=x, dim=1)[0, 0].item() == pytest.approx(-0.4076, abs=1e-3)


@BOTH
def test_the_backends_of_attention_can_be_named(library: Any) -> None:
    attention = library.nn.attention
    with attention.sdpa_kernel([attention.SDPBackend.MATH]):
        assert library.tensor([1.0]).item() == 1


@BOTH
def test_spectra_with_options_that_are_computed(library: Any) -> None:
    options = {"n_fft": 8, "hop_length": 4, "return_complex": True, "pad_mode": "constant"}
    found = library.stft(library.tensor(VALUES.repeat(6, 1)), **options)
    assert library.view_as_real(found).shape == (2, 5, 5, 2)
    assert found.real.shape if library is torch else found.real().shape == (2, 5, 5)


@BOTH
def test_tuples_of_other_things_are_no_sizes(library: Any) -> None:
    x = library.zeros(2, 3)
    assert isinstance(x.shape, library.Size)
    assert not isinstance((x, x), library.Size)
    assert not isinstance([2, 3], library.Size)
    assert library.Size([2, 3]) == (2, 3)


@BOTH
def test_what_is_full_can_be_stored_into(library: Any) -> None:
    x = library.full((3,), 2.0)
    x[0] = 1.0
    assert x.tolist() == [1.0, 2.0, 2.0]
    assert library.full((), 2).shape == ()


@BOTH
def test_results_are_stored_into_out(library: Any) -> None:
    out = library.tensor(np.full((2,), 7, "float32"))
    assert library.zeros(2, out=out) is out
    assert library.arange(2, 4, out=out).tolist() == out.tolist() == [2.0, 3.0]
    assert set(library.bernoulli(library.tensor([1.0, 1.0]), out=out).tolist()) == set(out.tolist()) == {1.0}
    places = library.tensor(np.zeros(3, "int64"))
    assert library.multinomial(library.tensor([0.0, 1.0]), 3, True, out=places).tolist() == places.tolist() == [1, 1, 1]
    numbers = library.complex(out, out)
    assert library.complex(out, library.zeros(2), out=numbers) is numbers
    assert library.real(numbers).tolist() == [1.0, 1.0]
    assert library.imag(numbers).tolist() == [0.0, 0.0]
    assert library.normal(library.tensor([5.0, 5.0]), 0.0, out=out) is out
    assert out.tolist() == [5.0, 5.0]


@BOTH
def test_numbers_are_drawn_in_shape_and_range(library: Any) -> None:
    x = library.tensor(np.full((2, 50), 0.5, "float32"))
    assert set(library.bernoulli(x).flatten().tolist()) == {0.0, 1.0}
    assert library.multinomial(x, 3).shape == library.multinomial(x, 60, True)[:, :3].shape == (2, 3)
    assert library.normal(x, 1.0).shape == library.normal(0.0, x).shape == library.normal(0.0, 1.0, (2, 50)).shape == (2, 50)
    assert set(library.randint_like(x, 1, 3).flatten().tolist()) == {1.0, 2.0}
    assert library.poisson(x).shape == (2, 50)
    assert library.tril_indices(2, 2).tolist() == [[0, 1, 1], [0, 0, 1]]
    assert library.triu_indices(2, 2, 1, dtype=library.int64).tolist() == [[0], [1]]


@pytest.mark.parametrize(("name", "options"), [("squeeze", {"dim": -1}), ("squeeze", {"dim": (0, -1)}), ("flatten", {"start_dim": 1})])
def test_functions_that_are_called_with_keywords(name: str, options: dict[str, Any]) -> None:
    given = np.ones((2, 1, 1), "float32")
    mine = getattr(framework, name)(mindspore.Tensor(given), **options)
    assert mine.shape == tuple(getattr(torch, name)(torch.from_numpy(given), **options).shape)


def test_several_processes_are_warned_that_gradients_are_not_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MS_WORKER_NUM", "2")
    with pytest.warns(UserWarning, match="gradients are not reduced"):
        framework.nn.parallel.DistributedDataParallel(framework.nn.Linear(2, 2))
