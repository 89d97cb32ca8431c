"""What a Module does, one by one: the same source text executed with torch.nn and with its counterpart gives the same answers."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any, Protocol

import numpy as np
import pytest
import typing_extensions

pytest.importorskip("torch")
pytest.importorskip("mindspore")

from module_sources import OURS, THEIRS, executed, plain
from module_stories_attributes import STORIES as ATTRIBUTES
from module_stories_layers import STORIES as LAYERS
from recipe_checks import mindspore, torch

from mindaudit_data import recipes
from mindaudit_data.recipes import framework, modules

pytestmark = pytest.mark.verify

NET = """
class Block(nn.Module):
    def __init__(self, width=3, norm_layer=nn.LayerNorm):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.norm = norm_layer(width)
        init.constant_(self.linear.weight, 0.5)
        init.zeros_(self.linear.bias)
    def forward(self, x, scale=1.0):
        return self.norm(self.linear(x)) * scale

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Block()
        self.layers = nn.ModuleList([Block() for _ in range(2)])
        self.head = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
        init.constant_(self.head[0].weight, 0.5)
        init.zeros_(self.head[0].bias)
        self.act = self.head[1]
        self.scale = nn.Parameter(tensor(np.ones(3, "float32")))
        self.register_buffer("table", tensor(np.arange(3, dtype="float32")))
        self.register_buffer("cache", tensor(np.zeros(2, "float32")), persistent=False)
        self.register_parameter("extra", None)
    def forward(self, x):
        for layer in self.layers:
            x = layer(self.first(x)) + self.table
        return self.head(x * self.scale)
net = Net()
x = tensor(np.ones((2, 3), "float32"))
"""

ANSWERS = {
    "named_modules": "[n for n, _ in net.named_modules()]",
    "named_modules_with_duplicates": "[n for n, _ in net.named_modules(remove_duplicate=False)]",
    "named_modules_prefix": "[n for n, _ in net.named_modules(prefix='top')]",
    "modules": "[type(m).__name__ for m in net.modules()]",
    "named_children": "[n for n, _ in net.named_children()]",
    "children": "[type(m).__name__ for m in net.children()]",
    "named_parameters": "[n for n, _ in net.named_parameters()]",
    "named_parameters_here": "[n for n, _ in net.named_parameters(recurse=False)]",
    "parameters": "[tuple(p.shape) for p in net.parameters()]",
    "named_buffers": "[n for n, _ in net.named_buffers()]",
    "state_dict": "list(net.state_dict())",
    "state_dict_prefix": "list(net.state_dict(prefix='a.'))",
    "registers": "[list(net._modules), list(net._parameters), list(net._buffers)]",
    "repr": "net",
    "get_submodule": "type(net.get_submodule('layers.1.norm')).__name__",
    "get_parameter": "[tuple(net.get_parameter('first.linear.weight').shape), net.get_buffer('table')]",
    "get_by_name": "[getattr(net, 'scale'), hasattr(net, 'nothing'), getattr(net, 'extra')]",
    "requires_grad_": "[p.requires_grad for p in net.requires_grad_(False).parameters()]",
    "training": "[net.training, [m.training for m in net.eval().modules()], [m.training for m in net.train().modules()]]",
    "apply_order": "(lambda seen: (net.apply(lambda m: seen.append(type(m).__name__)), seen)[1])([])",
    "type_tests": "[isinstance(net.head[0], nn.Linear), isinstance(net, nn.Module), issubclass(Net, nn.Module)]",
    "state_tests": "[isinstance(net.scale, nn.Parameter), isinstance(net.table, nn.Parameter)]",
    "deepcopy": "(lambda c: [list(c.state_dict()), c.first is net.first, c.scale is net.scale])(copy.deepcopy(net))",
    "parameter_flags": "[p.requires_grad for p in net.parameters()]",
    "members_in_dict": "['scale' in net._parameters, 'scale' in vars(net), 'training' in vars(net)]",
    "load_strict": "[list(k) for k in net.load_state_dict(net.state_dict())]",
    "load_loose": "[sorted(keys) for keys in net.load_state_dict({'a': x, 'scale': net.scale}, strict=False)]",
    "output": "net(x)",
    "keyword": "net.first(x=x, scale=2.0)",
    "forward_by_name": "getattr(net, 'forward')(x)",
    "forward_called": "net.forward(x)",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_network_answers_as_in_torch(name: str) -> None:
    answers = [plain(executed(f"{NET}\nanswer = {ANSWERS[name]}", scope).answer) for scope in (THEIRS, OURS)]
    assert answers[0] == answers[1]


STORIES = ATTRIBUTES | LAYERS


@pytest.mark.parametrize("name", STORIES)
def test_a_module_behaves_as_in_torch(name: str) -> None:
    wanted, found = (plain(executed(STORIES[name], scope).answer) for scope in (THEIRS, OURS))
    assert found == wanted


def test_a_parameter_takes_the_result_that_torch_would_have_written_into_it() -> None:
    text = "layer = nn.Linear(2, 1, bias=False)\ninit.ones_(layer.weight)\nlayer.weight = layer.weight * 3\n"
    answer = executed(
        f"{text}answer = [isinstance(layer.weight, nn.Parameter), list(layer.state_dict()), layer.weight.tolist()]", OURS
    ).answer
    assert answer == [True, ["weight"], [[3.0, 3.0]]]


@pytest.mark.parametrize("protocol", [Protocol, typing_extensions.Protocol])
def test_a_module_with_a_protocol_as_base(protocol: Any) -> None:
    class Sized(protocol):  # type: ignore[misc]
        def size(self) -> int: ...

    class Doubled(modules.Module, Sized):  # type: ignore[misc,name-defined]
        def size(self) -> int:
            return 2

        def forward(self, x: Any) -> Any:
            return x * self.size()

    assert isinstance(Doubled(), modules.Module)
    assert Doubled()(mindspore.Tensor([1.0])).asnumpy().tolist() == [2.0]


def test_a_metaclass_of_the_program_s_own() -> None:
    made: list[str] = []

    class Registered(type):
        def __init__(cls, name: str, *_: Any) -> None:
            made.append(name)

    class Double(modules.Module, metaclass=recipes.module_type(Registered)):  # type: ignore[misc,name-defined]
        def forward(self, x: Any) -> Any:
            return x * 2

    class Triple(Double):
        def forward(self, x: Any) -> Any:
            return super().forward(x) + x

    assert made == ["Double", "Triple"]
    assert Triple()(mindspore.Tensor([1.0])).asnumpy().tolist() == [3.0]
    assert recipes.module_type(type(Double)) is type(Double)

    class Numbered(Registered): ...

    class Quadruple(Double, metaclass=recipes.module_type(Numbered)):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return super().forward(x) * 2

    assert made[-1] == "Quadruple"
    assert Quadruple()(mindspore.Tensor([1.0])).asnumpy().tolist() == [4.0]


def test_classes_have_options_of_any_name() -> None:
    class Model(modules.Module):
        def __init_subclass__(cls, name: str = "", **options: Any) -> None:
            super().__init_subclass__(**options)
            cls.known_as = name

    class Fourier(Model, name="FNO"):
        def forward(self, x: Any) -> Any:
            return x * 2

    class Named(type):
        def __new__(mcs, own: str, bases: Any, namespace: Any, name: str = "") -> Any:
            return super().__new__(mcs, own, bases, {**namespace, "known_as": name})

        def __init__(cls, own: str, bases: Any, namespace: Any, name: str = "") -> None:
            super().__init__(own, bases, namespace)

    class Factorized(modules.Module, metaclass=recipes.module_type(Named), name="cp"): ...  # type: ignore[misc,call-arg]

    assert (Fourier.known_as, Factorized.known_as) == ("FNO", "cp")
    assert Fourier()(mindspore.Tensor([1.0])).asnumpy().tolist() == [2.0]


def test_a_network_s_own_way_of_loading_is_asked_for_unknown_names() -> None:
    class Split(modules.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = modules.Linear(2, 2, bias=False), modules.Linear(2, 2, bias=False)

        def load_state_dict(self, state_dict: Any, strict: bool = True, assign: bool = False) -> Any:
            first, second = state_dict.pop("both").chunk(2, 0)
            return super().load_state_dict({"first.weight": first, "second.weight": second})

    network, both = Split(), np.arange(8, dtype=np.float32).reshape(4, 2)
    assert mindspore.load_param_into_net(network, recipes.convert_checkpoint({"both": both}, network)) == ([], [])
    np.testing.assert_array_equal(network.second.weight.asnumpy(), both[2:])
    with pytest.raises(KeyError, match="other"):
        recipes.convert_checkpoint({"other": both}, modules.Linear(2, 2))


def test_buffers_that_are_not_saved_are_not_asked_for() -> None:
    network = modules.Linear(1, 1)
    network.register_buffer("window", mindspore.Tensor([2.0]))
    network.register_buffer("window", network.window, persistent=False)
    network.other = modules.Buffer(mindspore.Tensor([3.0]), persistent=False)
    arrays = {"weight": np.ones((1, 1), np.float32), "bias": np.ones(1, np.float32)}
    assert mindspore.load_param_into_net(network, recipes.convert_checkpoint(arrays, network)) == ([], [])
    assert network.window.asnumpy().tolist() == [2.0]


def test_what_a_network_does_not_save_is_not_missing() -> None:
    class Settings(modules.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("value", mindspore.Tensor([2.0]))
            self.linear = modules.Linear(1, 1)

        def state_dict(self, *args: Any, prefix: str = "", **kwargs: Any) -> Any:
            state = super().state_dict(*args, prefix=prefix, **kwargs)
            del state[f"{prefix}value"]
            return state

    network = modules.Sequential(Settings())
    arrays = {"0.linear.weight": np.ones((1, 1), np.float32), "0.linear.bias": np.ones(1, np.float32)}
    assert mindspore.load_param_into_net(network, recipes.convert_checkpoint(arrays, network)) == ([], [])
    assert network[0].value.asnumpy().tolist() == [2.0]


def test_functions_with_a_backward_of_their_own() -> None:
    function = framework.autograd.function

    class Doubled(function.InplaceFunction):
        @staticmethod
        def forward(ctx: function.FunctionCtx, x: Any) -> Any:
            return x * 2

        @staticmethod
        @function.once_differentiable
        def backward(ctx: function.FunctionCtx, gradient: Any) -> Any:
            return gradient * 5

    x = mindspore.Tensor([1.0, 2.0])
    assert mindspore.grad(lambda x: Doubled.apply(x).sum())(x).asnumpy().tolist() == [5.0, 5.0]


def test_a_metaclass_with_a_mixin_becomes_one_of_modules() -> None:
    class Mixin: ...

    class Meta(Mixin, type): ...

    class Later(Meta): ...

    for metaclass in (type, ABCMeta, Meta, Later):
        made = recipes.module_type(metaclass)

        class Base(metaclass=made): ...  # type: ignore[metaclass]

        class Net(Base, modules.Module): ...  # type: ignore[misc,name-defined]

        assert issubclass(made, metaclass)
        assert isinstance(Net(), modules.Module)


def test_attention_is_nan_where_everything_is_masked_and_nowhere_else() -> None:
    torch.manual_seed(0)
    theirs, ours = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval(), modules.MultiheadAttention(8, 2, batch_first=True).eval()
    ours.load_state_dict({name: mindspore.Tensor(value.detach().numpy()) for name, value in theirs.state_dict().items()})
    x, padding = np.random.default_rng(0).standard_normal((2, 5, 8), "float32"), np.array([[True] * 5, [False] * 5])
    expected, _ = theirs(*[torch.tensor(x)] * 3, key_padding_mask=torch.tensor(padding))
    found, _ = ours(*[mindspore.Tensor(x)] * 3, key_padding_mask=mindspore.Tensor(padding))
    np.testing.assert_allclose(found.asnumpy(), expected.detach().numpy(), rtol=1e-3, atol=1e-5)


def test_a_slice_of_a_container_leaves_names_as_they_are() -> None:
    network = modules.Module()
    network.parts = modules.Sequential(modules.Sequential(modules.Linear(2, 2)), modules.ReLU(), modules.Linear(2, 2))
    network.more = modules.ModuleList([modules.Linear(2, 2), modules.Linear(2, 2)])
    names = [name for name, _ in network.named_parameters()]
    network.parts[1:](mindspore.tensor([[1.0, 2.0]]))
    assert len(network.more[1:]) == 1
    assert [parameter.name for parameter in network.get_parameters()] == names
    network.last = network.parts[2:]
    assert [parameter.name for parameter in network.last.get_parameters()] == ["last.2.weight", "last.2.bias"]
