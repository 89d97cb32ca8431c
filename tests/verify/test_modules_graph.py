"""Every class compiled once by the graph compiler, against torch's; and networks built of modules."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from module_network import network

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")
samples = pytest.importorskip("module_samples")
sources = pytest.importorskip("module_sources")
modules = pytest.importorskip("mindaudit_data.recipes.modules")
framework = pytest.importorskip("mindaudit_data.recipes.framework")

from mindaudit_data.recipes.device_text import device_target, device_text  # noqa: E402 - without MindSpore it cannot be imported
from mindaudit_data.recipes.first_parameter import first_parameter  # noqa: E402 - without MindSpore it cannot be imported

pytestmark = pytest.mark.verify


@pytest.fixture(autouse=True)
def graph_mode() -> Iterator[None]:
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    yield
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


def sampled() -> list[str]:
    return [name for name in samples.names() if not name.startswith("Lazy") and next(samples.samples_of(name, False), None)]


@pytest.mark.parametrize("name", sampled())
def test_a_class_compiles(name: str) -> None:
    both = samples.pair(name, next(samples.samples_of(name, False)), False)
    both.ours.load_state_dict(samples.arrays_of(both.theirs))
    wanted = samples.leaves(both.theirs(*both.args, **both.kwargs))
    found = samples.leaves(both.ours(*samples.carried(both.args), **samples.carried(both.kwargs)))
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-3, atol=2e-4)


def test_a_network_of_modules_compiles() -> None:
    x = np.linspace(-1, 1, 8, dtype="float32").reshape(2, 4)
    theirs, ours = (network(scope["nn"], scope["init"], scope["tensor"]) for scope in (sources.THEIRS, sources.OURS))
    for mode in (True, False):
        wanted = samples.leaves(theirs.train(mode)(torch.from_numpy(x)))
        found = samples.leaves(ours.train(mode)(mindspore.Tensor(x)))
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-4)


def test_gradients_of_a_compiled_network() -> None:
    x = np.linspace(-1, 1, 8, dtype="float32").reshape(2, 4)
    theirs, ours = (network(scope["nn"], scope["init"], scope["tensor"]).eval() for scope in (sources.THEIRS, sources.OURS))
    theirs(torch.from_numpy(x)).sum().backward()
    found = mindspore.grad(ours, None, ours.trainable_params())(mindspore.Tensor(x))
    for mine, parameter in zip(found, theirs.parameters(), strict=True):
        np.testing.assert_allclose(mine.asnumpy(), parameter.grad.numpy(), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("options", [{}, {"bidirectional": True, "num_layers": 2, "batch_first": True}])
@pytest.mark.parametrize("name", ["RNN", "GRU", "LSTM"])
def test_a_long_sequence_stays_a_loop_with_its_gradients(name: str, options: dict[str, Any]) -> None:
    x = np.random.default_rng(0).standard_normal((40, 37, 3)).astype("float32")
    theirs, ours = getattr(torch.nn, name)(3, 4, **options), getattr(modules, name)(3, 4, **options)
    ours.load_state_dict(samples.arrays_of(theirs))
    given = torch.from_numpy(x).requires_grad_()
    wanted = theirs(given)[0]
    wanted.square().sum().backward()

    class Loss(modules.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.net = ours

        def forward(self, x: Any) -> Any:
            return self.net(x)[0].square().sum()

    np.testing.assert_allclose(ours(mindspore.Tensor(x))[0].asnumpy(), wanted.detach().numpy(), rtol=1e-4, atol=1e-5)
    loss = Loss()
    slope, slopes = mindspore.grad(loss, 0, loss.trainable_params())(mindspore.Tensor(x))
    np.testing.assert_allclose(slope.asnumpy(), given.grad.numpy(), rtol=1e-3, atol=1e-4)
    for mine, parameter in zip(slopes, theirs.parameters(), strict=True):
        np.testing.assert_allclose(mine.asnumpy(), parameter.grad.numpy(), rtol=1e-3, atol=1e-3)


def test_a_called_dictionary_of_modules_compiles() -> None:
    class Steps(modules.ModuleDict):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            for module in self.values():
                x = module(x)
            return x

    net = Steps({"linear": modules.Linear(3, 3), "relu": modules.ReLU()})
    x = mindspore.Tensor(np.ones((2, 3), np.float32))
    expected = net["relu"](net["linear"](x)).asnumpy()
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5)


def test_modules_in_plain_containers_compile_with_names_of_their_own() -> None:
    class Steps(modules.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.child = modules.Linear(3, 3)
            self.listed = [modules.Linear(3, 3), modules.Linear(3, 3)]
            self.named = {"last": (modules.Linear(3, 3), copy.deepcopy(self.child))}

        def forward(self, x: Any) -> Any:
            for module in self.listed:
                x = module(x)
            return self.child(x) + self.named["last"][0](x) + self.named["last"][1](x)

    net, x = Steps(), mindspore.Tensor(np.ones((2, 3), np.float32))
    held = [net.child, *net.listed, *net.named["last"]]
    found = net(x).asnumpy()
    hidden = net.listed[1](net.listed[0](x))
    np.testing.assert_allclose(found, sum(each(hidden).asnumpy() for each in (net.child, *net.named["last"])), rtol=1e-5)
    assert len({parameter.name for each in held for parameter in each.get_parameters()}) == 10
    assert [parameter.name for parameter in net.get_parameters()] == ["child.weight", "child.bias"]


def test_children_are_gone_through_in_graphs() -> None:
    class Steps(modules.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second, self.third = modules.Tanh(), None, modules.Sigmoid()

        def forward(self, x: Any) -> Any:
            for child in self.children():
                x = child(x)
            for name, child in self.named_children():
                x = child(x) + len(name)
            return x

    x = np.linspace(-1, 1, 4, dtype="float32")
    squeezed = 1 / (1 + np.exp(-np.tanh(x)))
    wanted = 1 / (1 + np.exp(-np.tanh(squeezed) - 5)) + 5
    np.testing.assert_allclose(Steps()(mindspore.Tensor(x)).asnumpy(), wanted, rtol=1e-5)


def test_parts_are_found_at_their_paths_in_graphs() -> None:
    class Blur(modules.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("kernel", mindspore.Tensor([2.0]))
            self.inner = modules.Linear(1, 1)

        def forward(self, x: Any) -> Any:
            shift = self.get_parameter("inner.bias")
            return self.get_submodule("inner")(x) * self.get_buffer("kernel") + shift

    net, x = Blur(), mindspore.Tensor([[3.0]])
    wanted = net.inner(x).asnumpy() * 2 + net.inner.bias.asnumpy()
    np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-6)
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    for read, target in ((net.get_buffer, "inner.bias"), (net.get_parameter, "kernel"), (net.get_buffer, "nothing")):
        with pytest.raises(AttributeError):
            read(target)


def test_an_attribute_with_a_local_name_is_read_as_it_was_written() -> None:
    class Kept(modules.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.last = None

        def forward(self, x: Any) -> Any:
            last = self.last = x * 2
            return x + last

    network = Kept()
    assert [network(mindspore.Tensor([float(value)])).tolist() for value in (1, 2, 3)] == [[3.0], [6.0], [9.0]]


def test_a_program_s_own_compile_does_not_hinder_the_graph_compiler() -> None:
    class Net(modules.Module):  # type: ignore[misc,name-defined]
        def forward(self, x: Any) -> Any:
            return x * 2

        def compile(self, optimizer: str) -> None:
            self.optimizer = optimizer

    net = Net()
    assert net(mindspore.Tensor([1.0])).asnumpy().tolist() == [2.0]
    net.compile("sgd")
    assert net.optimizer == "sgd"


class Policy(modules.Module):  # type: ignore[misc]
    """Has methods of the names that MindSpore's Cell calls by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = modules.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        return self._predict(x, True)

    def _predict(self, x: Any, deterministic: bool = False) -> Any:
        return self._self_check(self.scale(x)) if deterministic else x

    def _self_check(self, x: Any) -> Any:
        return x + 1


def test_a_program_s_own_methods_do_not_hinder_the_graph_compiler() -> None:
    net, x = Policy(), mindspore.Tensor(np.ones((2, 3), "float32"))
    wanted = net.scale(x).asnumpy() + 1
    for _ in range(2):
        np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-6)
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-6)
    np.testing.assert_allclose(net._predict(x).asnumpy(), x.asnumpy())


def test_parametrized_weights_compile() -> None:
    layer = modules.utils.parametrizations.weight_norm(modules.Linear(3, 2))
    x = mindspore.Tensor(np.ones((1, 3), "float32"))
    wanted = x.asnumpy() @ layer.weight.asnumpy().T + layer.bias.asnumpy()
    np.testing.assert_allclose(layer(x).asnumpy(), wanted, rtol=1e-5)


class Scaled(framework.autograd.Function):  # type: ignore[misc,name-defined]
    """Saves a tensor and a number for its backward."""

    @staticmethod
    def forward(ctx: Any, x: Any, scale: float) -> Any:
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * scale

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return ctx.saved_tensors[0] * ctx.scale, None


class Doubled(framework.autograd.Function):  # type: ignore[misc,name-defined]
    """Has class methods."""

    @classmethod
    def forward(cls, ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 2

    @classmethod
    def backward(cls, ctx: Any, gradient: Any) -> Any:
        return gradient * ctx.saved_tensors[0]


class Scaling(modules.Module):  # type: ignore[misc,name-defined]
    def __init__(self) -> None:
        super().__init__()
        self.function = Scaled.apply

    def forward(self, x: Any) -> Any:
        return self.function(x, 3.0) + Scaled.apply(x, 1.0)


def test_a_function_of_one_s_own_has_its_forward_in_graphs_and_no_gradient() -> None:
    net, x = Scaling(), mindspore.Tensor([1.0, 2.0])
    assert net(x).asnumpy().tolist() == [4.0, 8.0]
    assert not list(net.children())
    with pytest.raises((NotImplementedError, TypeError), match="bprop"):
        mindspore.grad(net)(x)
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert mindspore.grad(net)(x).asnumpy().tolist() == [4.0, 8.0]


class Doubling(modules.Module):  # type: ignore[misc,name-defined]
    def forward(self, x: Any) -> Any:
        return Doubled.apply(x)


def test_a_function_of_class_methods_has_its_forward_in_graphs() -> None:
    net, x = Doubling(), mindspore.Tensor([1.0, 2.0])
    assert net(x).asnumpy().tolist() == [2.0, 4.0]
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert net(x).asnumpy().tolist() == [2.0, 4.0]
    assert mindspore.grad(net)(x).asnumpy().tolist() == [1.0, 2.0]


class Tripled(framework.autograd.Function):  # type: ignore[misc,name-defined]
    """Keeps what its backward needs in a step of its own."""

    @staticmethod
    def forward(x: Any, scale: float) -> Any:
        return x * scale * 3

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.scale = inputs[1]

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return gradient * ctx.scale * 3, None


class Tripling(modules.Module):  # type: ignore[misc,name-defined]
    def forward(self, x: Any) -> Any:
        return Tripled.apply(x, 2.0)


def test_a_function_with_a_setup_of_its_context_has_its_forward_in_graphs() -> None:
    net, x = Tripling(), mindspore.Tensor([1.0, 2.0])
    assert net(x).asnumpy().tolist() == [6.0, 12.0]
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert net(x).asnumpy().tolist() == [6.0, 12.0]
    assert mindspore.grad(net)(x).asnumpy().tolist() == [6.0, 6.0]


def test_a_device_unpacked_beside_a_size_leaves_it_a_constant() -> None:
    class Counted(modules.Module):  # type: ignore[misc,name-defined]
        def forward(self, x: Any) -> Any:
            size, device = x.shape[0], device_text(x)
            return mindspore.ops.arange(size) if device == "CPU" else x

    assert Counted()(mindspore.Tensor([1.0, 2.0])).asnumpy().tolist() == [0, 1]
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert device_text(mindspore.Tensor([1.0])) == device_target() == "CPU"


def test_the_first_parameter_s_dtype_is_a_constant() -> None:
    class Cast(modules.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.linear = modules.Linear(2, 2)

        def forward(self, x: Any) -> Any:
            return self.linear(x.astype(first_parameter(self).dtype))

    net, x = Cast(), mindspore.Tensor([1, 2])
    for parameter in net.parameters():
        parameter.requires_grad = False
    assert net(x).shape == (2,)
    assert first_parameter(net) is net.linear.weight


class Wrapped(modules.Linear):  # type: ignore[misc,name-defined]
    """Replaces its forward twice by a function that calls the one before."""

    def __init__(self) -> None:
        super().__init__(2, 2)
        for factor in (2.0, 3.0):
            self.forward = self.wrapped(self.forward, factor)

    def wrapped(self, forward: Any, factor: float) -> Any:
        def called(x: Any) -> Any:
            return forward(x) * factor

        return called


def test_a_function_that_is_set_as_the_forward_compiles() -> None:
    net, x = Wrapped(), mindspore.Tensor(np.ones((1, 2), "float32"))
    wanted = (x.asnumpy() @ net.weight.asnumpy().T + net.bias.asnumpy()) * 6
    np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-5)
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-5)


class Looping(modules.Module):  # type: ignore[misc,name-defined]
    def forward(self, x: Any) -> Any:
        for _ in range(1200):
            x = x + 1
        return x


def test_loops_of_many_rounds_compile() -> None:
    assert Looping()(mindspore.Tensor([1.0])).asnumpy().tolist() == [1201.0]


def test_a_failing_text_of_a_module_does_not_end_compiling() -> None:
    class Layer(modules.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.lin = modules.Linear(2, 2)

        def forward(self, x: Any) -> Any:
            return self.lin(x)

        def __repr__(self) -> str:
            raise AttributeError("rate")

    net = modules.Sequential()
    net.add_module("layer", Layer())
    assert net(mindspore.Tensor(np.ones((1, 2), "float32"))).shape == (1, 2)
    assert str(net) == "Sequential"


def test_pruning_is_refused_for_graphs() -> None:
    with pytest.raises(NotImplementedError, match="hooks"):
        modules.utils.prune.l1_unstructured(modules.Linear(2, 2), "weight", 1)


def test_gradients_of_graphs_are_not_looked_at() -> None:
    with pytest.warns(UserWarning, match="graphs"), framework.autograd.detect_anomaly():
        pass
