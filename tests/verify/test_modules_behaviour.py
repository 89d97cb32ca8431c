"""What a Module does, one by one: the same source text executed with torch.nn and with its counterpart gives the same answers."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("mindspore")

from module_sources import OURS, THEIRS, executed, plain

pytestmark = pytest.mark.verify

NET = '''
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
'''

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
    "get": "[type(net.get_submodule('layers.1.norm')).__name__, tuple(net.get_parameter('first.linear.weight').shape), net.get_buffer('table')]",
    "get_by_name": "[getattr(net, 'scale'), hasattr(net, 'nothing'), getattr(net, 'extra')]",
    "requires_grad_": "[p.requires_grad for p in net.requires_grad_(False).parameters()]",
    "training": "[net.training, [m.training for m in net.eval().modules()], [m.training for m in net.train().modules()]]",
    "apply_order": "(lambda seen: (net.apply(lambda m: seen.append(type(m).__name__)), seen)[1])([])",
    "type_tests": "[isinstance(net.head[0], nn.Linear), isinstance(net, nn.Module), issubclass(Net, nn.Module), isinstance(net.scale, nn.Parameter), isinstance(net.table, nn.Parameter)]",
    "deepcopy": "(lambda c: [list(c.state_dict()), c.first is net.first, c.scale is net.scale])(copy.deepcopy(net))",
    "parameter_flags": "[p.requires_grad for p in net.parameters()]",
    "members_in_dict": "['scale' in net._parameters, 'scale' in vars(net), 'training' in vars(net)]",
    "load_strict": "[list(k) for k in net.load_state_dict(net.state_dict())]",
    "load_loose": "(lambda r: [sorted(r.missing_keys), sorted(r.unexpected_keys)])(net.load_state_dict({'a': x, 'scale': net.scale}, strict=False))",
    "output": "net(x)",
    "keyword": "net.first(x=x, scale=2.0)",
    "forward_by_name": "getattr(net, 'forward')(x)",
    "forward_called": "net.forward(x)",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_network_answers_as_in_torch(name: str) -> None:
    answers = [plain(executed(f"{NET}\nanswer = {ANSWERS[name]}", scope).answer) for scope in (THEIRS, OURS)]
    assert answers[0] == answers[1]


STORIES = {
    "a parameter takes the place of None": '''
m = nn.Module()
m.register_parameter("w", None)
m.w = nn.Parameter(tensor(np.ones(2, "float32")))
answer = [list(m._parameters), list(m.state_dict()), m.w]
''',
    "a parameter is taken away": '''
m = nn.Linear(2, 2)
m.bias = None
answer = [list(m.state_dict()), m.bias, m]
''',
    "a tensor cannot take a parameter's place": '''
m = nn.Linear(2, 2)
try:
    m.weight = tensor(np.ones((2, 2), "float32"))
except TypeError:
    answer = "TypeError"
''',
    "a module takes the place of None": '''
m = nn.Module()
m.act = None
m.act = nn.ReLU()
answer = [list(m._modules), m]
''',
    "None takes a module's place": '''
m = nn.Sequential(nn.ReLU(), nn.Tanh())
m[0] = nn.Identity()
n = nn.Module()
n.a = nn.ReLU()
n.a = None
answer = [m, list(n.named_children()), list(n._modules), n]
''',
    "a buffer gets a new tensor": '''
m = nn.Module()
m.register_buffer("b", tensor(np.zeros(2, "float32")))
m.b = tensor(np.ones(2, "float32"))
answer = [list(m._buffers), m.b, list(m.state_dict())]
''',
    "a buffer in place": '''
m = nn.Module()
m.register_buffer("b", tensor(np.zeros(2, "float32")))
m.b += 1
m.b[0] = 5
answer = [m.b, list(m._buffers), list(m.state_dict())]
''',
    "a buffer that is None": '''
m = nn.Module()
m.register_buffer("b", None)
before = [list(m._buffers), list(m.state_dict())]
m.b = tensor(np.zeros(2, "float32"))
answer = [before, list(m.state_dict()), m.b]
''',
    "a buffer registered twice": '''
m = nn.Module()
m.register_buffer("b", tensor(np.zeros(2, "float32")))
m.register_buffer("b", tensor(np.ones(3, "float32")), persistent=False)
answer = [m.b, list(m.state_dict())]
''',
    "a buffer given as Buffer": '''
m = nn.Module()
m.b = nn.Buffer(tensor(np.zeros(2, "float32")))
m.c = nn.Buffer(tensor(np.zeros(2, "float32")), persistent=False)
answer = [list(m._buffers), list(m.state_dict()), isinstance(m.b, nn.Buffer), isinstance(m.b, nn.Parameter)]
''',
    "an ordinary attribute becomes a parameter": '''
m = nn.Module()
m.w = 3
m.w = nn.Parameter(tensor(np.ones(1, "float32")))
answer = [list(m._parameters), "w" in m.__dict__]
''',
    "a parameter registered over an attribute is refused": '''
m = nn.Module()
m.w = 3
try:
    m.register_parameter("w", nn.Parameter(tensor(np.ones(1, "float32"))))
except KeyError:
    answer = "KeyError"
''',
    "names with dots are refused": '''
answer = []
for f in (lambda m: m.add_module("a.b", nn.ReLU()), lambda m: m.register_buffer("a.b", None), lambda m: m.register_parameter("", None)):
    try:
        f(nn.Module())
    except KeyError:
        answer.append("KeyError")
''',
    "lists of modules are not registered": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(2, 2), nn.Linear(2, 2)]
        self.pair = (nn.Parameter(tensor(np.ones(1, "float32"))), nn.Parameter(tensor(np.ones(1, "float32"))))
        self.names = {"a": nn.ReLU()}
answer = [list(M().state_dict()), type(M().hidden).__name__, list(M().children())]
''',
    "a shared parameter": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        self.b.weight = self.a.weight
m = M()
answer = [[n for n, _ in m.named_parameters()], list(m.state_dict()), m.a.weight is m.b.weight]
''',
    "a shared module": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.list = nn.ModuleList([self.a, nn.ReLU(), self.a])
m = M()
answer = [[n for n, _ in m.named_parameters()], list(m.state_dict()), [n for n, _ in m.named_modules()]]
''',
    "attributes that Cell keeps for itself": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.name = "me"
        self.phase = 3
        self.param_prefix = ["a"]
        self.type = "kind"
        self.cls_name = 1
        self.jit_config_dict = {}
        self.compiled = None
        self.pipeline_stage = "x"
        self.cells = nn.ModuleList([nn.Linear(1, 1)])
        self.exist_names = None
        self.shard = 2
        self.recompute = False
        self.bprop_debug = 4
        self.create_time = "now"
        self.requires_grad = False
    def forward(self, x):
        return self.cells[0](x) * 0 + self.phase
m = M()
answer = [m.name, m.phase, m.param_prefix, m.type, m.cls_name, m.jit_config_dict, m.compiled, m.pipeline_stage, list(m.state_dict()),
          m.exist_names, m.shard, m.recompute, m.bprop_debug, m.create_time, m(tensor(np.ones((1, 1), "float32")))]
''',
    "methods that Cell has": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1, 1)
        self.b = nn.Linear(1, 1)
    def cells(self, n):
        return n + 1
    def get_inputs(self, a, b):
        return a + b
    def add_flags(self):
        return "flags"
    def offload(self, a, b, c):
        return c
m = M()
m.eval()
answer = [m.cells(1), m.get_inputs(1, 2), m.add_flags(), m.offload(1, 2, 3), m.training, m.a.training]
''',
    "train is overridden": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm2d(2)
        self.drop = nn.Dropout()
    def train(self, mode=True):
        super().train(mode)
        self.bn.eval()
        return self
class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
o = Outer()
o.train()
first = [k.training for k in o.modules()]
o.eval()
answer = [first, [k.training for k in o.modules()]]
''',
    "forward of an instance is replaced": '''
m = nn.Linear(2, 2)
m.forward = lambda x: x + 1
answer = m(tensor(np.ones((1, 2), "float32")))
''',
    "forward of a class is replaced": '''
class M(nn.Module):
    def forward(self, x):
        return x
m = M()
M.forward = lambda self, x: x + 1
answer = m(tensor(np.ones((1, 2), "float32")))
''',
    "forward from a mixin": '''
class Mixin:
    def forward(self, x):
        return self.plain(x) + 1
class M(Mixin, nn.Module):
    def plain(self, x):
        return x * 2
answer = M()(tensor(np.ones((1, 2), "float32")))
''',
    "super().forward through three classes": '''
class A(nn.Linear):
    def forward(self, x):
        return super().forward(x) + 1
class B(A):
    def forward(self, x, y=0):
        return super().forward(x) * 2 + y
m = B(2, 2)
init.ones_(m.weight)
init.zeros_(m.bias)
answer = [m(tensor(np.ones((1, 2), "float32"))), m(tensor(np.ones((1, 2), "float32")), y=3), m]
''',
    "an abstract base": '''
class Base(nn.Module, ABC):
    @abstractmethod
    def part(self, x): ...
    def forward(self, x):
        return self.part(x)
class M(Base):
    def part(self, x):
        return x * 3
answer = M()(tensor(np.ones(2, "float32")))
''',
    "forward is missing": '''
try:
    nn.Module()(1)
except NotImplementedError:
    answer = "NotImplementedError"
''',
    "hooks": '''
m = nn.Sequential(nn.Identity(), nn.Identity())
seen = []
a = m[0].register_forward_pre_hook(lambda mod, args: (args[0] + 1,))
b = m[1].register_forward_hook(lambda mod, args, out: seen.append(type(mod).__name__))
c = m.register_forward_hook(lambda mod, args, out: out * 2)
x = tensor(np.ones(2, "float32"))
first = m(x)
for h in (a, b, c):
    h.remove()
answer = [first, m(x), seen]
''',
    "hooks with keywords": '''
class M(nn.Module):
    def forward(self, x, k=1):
        return x * k
m = M()
def pre(mod, args, kwargs):
    return args, {"k": kwargs.get("k", 1) + 1}
m.register_forward_pre_hook(pre, with_kwargs=True)
answer = m(tensor(np.ones(2, "float32")), k=2)
''',
    "results of many kinds": '''
@dataclass
class Out:
    a: kind
    b: int = 1
class M(nn.Module):
    def forward(self, x, d=None, *rest, flag=False, **more):
        return {"x": x, "d": d, "rest": rest, "flag": flag, "more": more, "o": Out(x).b, "l": [x, None]}
x = tensor(np.ones(1, "float32"))
answer = M()(x, {"k": x}, 1, "a", flag=True, z=[x])
''',
    "sequential": '''
s = nn.Sequential(OrderedDict([("a", nn.Linear(2, 3)), ("b", nn.ReLU())]))
s.append(nn.Tanh())
s.add_module("last", nn.Identity())
answer = [list(s.state_dict()), s, s[:2], s[-1], len(s), [type(m).__name__ for m in s], s.a is s[0]]
''',
    "sequential is cut": '''
s = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2), nn.Tanh())
del s[-1]
first = repr(s)
del s[0]
second = [repr(s), list(s.state_dict())]
s.insert(0, nn.Sigmoid())
s.extend([nn.ReLU(), nn.ReLU()])
popped = s.pop(1)
s[0] = nn.Identity()
answer = [first, second, repr(s), repr(popped), repr(s + nn.Sequential(nn.Tanh())), repr(nn.Sequential(nn.ReLU()) * 2)]
''',
    "children cut off a backbone": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.ReLU()
        self.fc = nn.Linear(2, 1)
m = M()
body = nn.Sequential(*list(m.children())[:-1])
del m.fc
answer = [repr(body), repr(m), list(body.state_dict()), hasattr(m, "fc")]
''',
    "module list": '''
l = nn.ModuleList([nn.Linear(2, 2), None, nn.ReLU()])
l += [nn.Tanh()]
l.append(nn.Identity())
l.extend(nn.ModuleList([nn.ReLU()]))
l.insert(0, nn.Sigmoid())
l[1] = nn.Linear(2, 3)
part = l[1:4]
last = l.pop(-1)
del l[0]
answer = [repr(l), repr(part), repr(last), len(l), list(l.state_dict()), [type(m).__name__ for m in l], l[1], isinstance(part, nn.ModuleList), l[-1]]
''',
    "module list grown after being attached": '''
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.ModuleList()
        self.two = nn.ModuleList()
        for _ in range(2):
            self.one.append(nn.Linear(1, 1))
            self.two.append(nn.ModuleList([nn.Linear(1, 1), nn.Identity()]))
answer = [list(M().state_dict()), [n for n, _ in M().named_parameters()]]
''',
    "module dict": '''
d = nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.ReLU()})
d["c"] = nn.Tanh()
d.update([("d", nn.Identity())])
d.update({"keys": nn.ReLU()} if False else {"e": nn.ReLU()})
popped = d.pop("b")
del d["c"]
answer = [repr(d), list(d.keys()), [repr(v) for v in d.values()], [k for k, _ in d.items()], "a" in d, len(d), repr(popped), list(d), list(d.state_dict())]
''',
    "parameter containers": '''
p = nn.ParameterList([nn.Parameter(tensor(np.ones(2, "float32"))), tensor(np.zeros(1, "float32"))])
p.append(nn.Parameter(tensor(np.ones(3, "float32"))))
p += [nn.Parameter(tensor(np.ones(1, "float32")))]
d = nn.ParameterDict({"a": nn.Parameter(tensor(np.ones(2, "float32")))})
d["b"] = tensor(np.zeros(1, "float32"))
d.update({"c": nn.Parameter(tensor(np.ones(1, "float32")))})
answer = [list(p.state_dict()), len(p), [tuple(v.shape) for v in p], isinstance(p[1], nn.Parameter), list(p[1:].state_dict()),
          list(d.state_dict()), list(d.keys()), "b" in d, isinstance(d["b"], nn.Parameter), [tuple(v.shape) for v in d.values()]]
''',
    "freezing": '''
m = nn.Linear(2, 2)
for p in m.parameters():
    p.requires_grad = False
m.bias.requires_grad_(True) if hasattr(m.bias, "requires_grad_") else setattr(m.bias, "requires_grad", True)
answer = [p.requires_grad for p in m.parameters()]
''',
    "weights initialised by type": '''
def start(m):
    if isinstance(m, (nn.Linear, nn.Conv2d)):
        init.constant_(m.weight, 2)
        if m.bias is not None:
            init.constant_(m.bias, 1)
    elif isinstance(m, nn.BatchNorm2d):
        m.weight.data[:] = 3
    elif "Norm" in type(m).__name__:
        m.bias.data[0] = 4
net = nn.Sequential(nn.Linear(2, 2), nn.Conv2d(1, 1, 1, bias=False), nn.BatchNorm2d(2), nn.LayerNorm(2))
net.apply(start)
answer = {k: v for k, v in net.state_dict().items()}
''',
    "slices initialised": '''
m = nn.Linear(2, 4)
init.zeros_(m.weight[0])
init.ones_(m.weight.data[1:3])
init.constant_(m.weight[3, 1], 7)
init.constant_(m.weight[3, 0], 6)
answer = m.weight
''',
    "data is set": '''
m = nn.Linear(2, 2)
m.weight.data = tensor(np.full((2, 2), 3, "float32"))
m.bias.data.copy_(tensor(np.full(2, 4, "float32")))
answer = [m.weight, m.bias, isinstance(m.weight, nn.Parameter), list(m.state_dict())]
''',
    "a checkpoint of another module": '''
a, b = nn.BatchNorm2d(2), nn.BatchNorm2d(2)
init.constant_(a.weight, 5)
a.running_mean += 2
b.load_state_dict(a.state_dict())
answer = [b.weight, b.running_mean, b.num_batches_tracked]
''',
    "keys that do not match": '''
try:
    nn.Linear(2, 2).load_state_dict({"weight": tensor(np.ones((2, 2), "float32"))})
except RuntimeError as e:
    answer = "Missing key" in str(e)
''',
    "shapes that do not match": '''
try:
    nn.Linear(2, 2).load_state_dict({"weight": tensor(np.ones((3, 2), "float32")), "bias": tensor(np.ones(2, "float32"))})
except RuntimeError as e:
    answer = "size mismatch" in str(e)
''',
    "state_dict hooks of a subclass": '''
class M(nn.Linear):
    def _load_from_state_dict(self, state_dict, prefix, *args, **kwargs):
        if prefix + "old" in state_dict:
            state_dict[prefix + "weight"] = state_dict.pop(prefix + "old")
        super()._load_from_state_dict(state_dict, prefix, *args, **kwargs)
m = nn.Sequential(M(2, 2))
m.load_state_dict({"0.old": tensor(np.ones((2, 2), "float32")), "0.bias": tensor(np.zeros(2, "float32"))})
answer = m[0].weight
''',
    "factory arguments": '''
dd = {"device": None, "dtype": None}
m = nn.Sequential(nn.Conv2d(2, 4, 3, **dd), nn.BatchNorm2d(4, **dd), nn.LayerNorm(5, **dd), nn.Linear(2, 2, **dd), nn.Embedding(3, 2, **dd),
                  nn.GroupNorm(2, 4, **dd), nn.MultiheadAttention(4, 2, **dd), nn.PReLU(**dd), nn.LSTM(2, 3, **dd), nn.ConvTranspose2d(2, 2, 2, **dd))
m = m.to(device="cpu").cpu().float()
answer = [repr(m), list(m.state_dict())]
''',
    "numbers of numpy": '''
n = np.int64(4)
m = nn.Sequential(nn.Conv2d(n, n, np.int64(3), padding=np.int64(1)), nn.MaxPool2d(np.int64(2)), nn.BatchNorm2d(n), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(n, n), nn.LayerNorm(n))
answer = [tuple(m(tensor(np.ones((2, 4, 8, 8), "float32"))).shape), [tuple(v.shape) for v in m.state_dict().values()]]
''',
    "classes by name, in dicts and partials": '''
from functools import partial
layers = {"relu": nn.ReLU, "gelu": nn.GELU, "norm": partial(nn.LayerNorm, eps=1e-6)}
answer = [repr(layers["relu"](inplace=True)), repr(layers["norm"](3)), nn.ReLU.__name__, repr(getattr(nn, "SiLU")()), [c.__name__ for c in (nn.Conv2d, nn.BatchNorm2d)],
          issubclass(nn.Conv2d, nn.modules.conv._ConvNd), issubclass(nn.BatchNorm2d, nn.modules.batchnorm._BatchNorm), nn.modules.utils._pair(3)]
''',
    "subclasses of layers": '''
class LayerNorm2d(nn.LayerNorm):
    def __init__(self, channels, eps=1e-6, affine=True, **kwargs):
        super().__init__(channels, eps=eps, elementwise_affine=affine, **kwargs)
    def forward(self, x):
        return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)
class Pool(nn.AvgPool2d):
    def __init__(self, size):
        super().__init__(size, 1, 0, False, True)
class Act(nn.BatchNorm2d):
    def __init__(self, n, **kw):
        super().__init__(n, **kw)
        self.act = nn.ReLU()
    def forward(self, x):
        return self.act(super().forward(x))
class Same(nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(F.pad(x, (1, 1, 1, 1)), self.weight, None)
x = tensor(np.arange(32, dtype="float32").reshape(1, 2, 4, 4))
s = Same(2, 1, 3)
init.ones_(s.weight)
answer = [LayerNorm2d(4)(x), Pool(2)(x), Act(2).eval()(x), s(x), Act(2), list(Act(2).state_dict()), LayerNorm2d(3, device=None, dtype=None).eps]
''',
    "device and dtype of the first parameter": '''
m = nn.Linear(2, 2)
p = next(m.parameters())
n = nn.Linear(2, 2, device=p.device, dtype=p.dtype)
n.register_buffer("b", tensor(np.ones(1, "float32")))
answer = [n.weight.dtype == p.dtype, n.to(p.device).bias.shape == m.bias.shape, n.to(dtype=p.dtype).weight.dtype == p.dtype]
''',
}


@pytest.mark.parametrize("name", STORIES)
def test_a_module_behaves_as_in_torch(name: str) -> None:
    wanted, found = (plain(executed(STORIES[name], scope).answer) for scope in (THEIRS, OURS))
    assert found == wanted
