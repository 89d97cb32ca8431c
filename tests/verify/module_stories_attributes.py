"""What attributes, classes and calls of modules do: sources that both frameworks execute, each with an `answer`."""

STORIES = {
    "arguments of any name": """
class M(nn.Module):
    def __init__(self, class_=None, cls=None, **more):
        super().__init__()
        self.kept = class_, cls, more
answer = [M(class_="a", cls="b", args="c", self_="d").kept, M("a").kept]
""",
    "a buffer that is no longer saved": """
m = nn.Module()
m.register_buffer("window", tensor(np.ones(2, "float32")))
w = m.window
del m._buffers["window"]
m.register_buffer("window", w, persistent=False)
answer = [list(m.state_dict()), [name for name, _ in m.named_buffers()], m.window, type(m.window).__name__]
""",
    "classes derived from a parameter": """
class Marked(nn.Parameter):
    def __new__(cls, data, mark, requires_grad=True):
        return super().__new__(cls, data, requires_grad)
    def __init__(self, data, mark, requires_grad=True):
        super().__init__()
        self.mark = mark
class Named(nn.Parameter):
    @property
    def shape(self):
        return self.missing
m = nn.Module()
m.a, m.b, m.c = Marked(tensor(np.ones(2, "float32")), "ball"), Marked(tensor(np.ones(1, "float32")), "", False), Named()
kinds = [type(p).__name__ for p in m.parameters()]
answer = [list(m.state_dict()), kinds, m.a.mark, m.a * 2, [p.requires_grad for p in m.parameters()], isinstance(m.a, nn.Parameter)]
""",
    "a parameter takes the place of None": """
m = nn.Module()
m.register_parameter("w", None)
m.w = nn.Parameter(tensor(np.ones(2, "float32")))
answer = [list(m._parameters), list(m.state_dict()), m.w]
""",
    "a parameter is taken away": """
m = nn.Linear(2, 2)
m.bias = None
answer = [list(m.state_dict()), m.bias, m]
""",
    "a number cannot take a parameter's place": """
m = nn.Linear(2, 2)
try:
    m.weight = 1.0
except TypeError:
    answer = "TypeError"
""",
    "a module takes the place of None": """
m = nn.Module()
m.act = None
m.act = nn.ReLU()
answer = [list(m._modules), m]
""",
    "None takes a module's place": """
m = nn.Sequential(nn.ReLU(), nn.Tanh())
m[0] = nn.Identity()
n = nn.Module()
n.a = nn.ReLU()
n.a = None
answer = [m, list(n.named_children()), list(n._modules), n]
""",
    "an optimizer is no child of the module that keeps it": """
m = nn.Linear(2, 2)
m.optimizer = optim.Adam(m.parameters(), lr=0.1)
answer = [list(m.state_dict()), len(list(m.parameters())), list(m.named_children()), type(m.optimizer).__name__]
""",
    "a hook runs before a state is loaded": """
seen = []
m = nn.Linear(1, 1)
m._register_load_state_dict_pre_hook(lambda state, prefix, *rest: seen.append([prefix, sorted(state), len(rest)]))
m._register_load_state_dict_pre_hook(lambda module, state, *rest: seen.append(module is m), with_module=True)
m.load_state_dict(nn.Linear(1, 1).state_dict())
answer = seen
""",
    "a module completes the state of its copies": """
import copy
class Old(nn.Linear):
    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("scale", None)
        return state
    def __setstate__(self, state):
        state.setdefault("scale", 3)
        super().__setstate__(state)
class Other(nn.Linear):
    def __setstate__(self, state):
        if "activation" not in state:
            state["activation"] = nn.ReLU()
        super().__setstate__(state)
m, n = nn.Linear(2, 2), Other(2, 2)
n.load_state_dict(m.state_dict())
twin = copy.deepcopy(n)
x = tensor(np.ones((1, 2), "float32"))
answer = [twin.activation, bool((twin(x) == n(x)).all()), list(twin.state_dict()), twin.weight is n.weight, list(n.named_children())]
""",
    "a class whose attributes answer no questions": """
class Injector(type):
    def __getattr__(cls, name):
        raise LookupError(name)
class Settings(metaclass=Injector):
    bits = 8
class Quantizer(nn.Module):
    settings = Settings
    first = 1
    def forward(self, x):
        return x * self.settings.bits
answer = [Quantizer()(tensor(np.ones(1, "float32"))), Quantizer.settings is Settings, isinstance(Quantizer(), Quantizer)]
""",
    "a buffer gets a new tensor": """
m = nn.Module()
m.register_buffer("b", tensor(np.zeros(2, "float32")))
m.b = tensor(np.ones(2, "float32"))
answer = [list(m._buffers), m.b, list(m.state_dict())]
""",
    "a buffer in place": """
m = nn.Module()
m.register_buffer("b", tensor(np.zeros(2, "float32")))
m.b += 1
m.b[0] = 5
answer = [m.b, list(m._buffers), list(m.state_dict())]
""",
    "a buffer that is None": """
m = nn.Module()
m.register_buffer("b", None)
before = [list(m._buffers), list(m.state_dict())]
m.b = tensor(np.zeros(2, "float32"))
answer = [before, list(m.state_dict()), m.b]
""",
    "a buffer registered twice": """
m = nn.Module()
m.register_buffer("b", tensor(np.zeros(2, "float32")))
m.register_buffer("b", tensor(np.ones(3, "float32")), persistent=False)
answer = [m.b, list(m.state_dict())]
""",
    "a buffer given as Buffer": """
m = nn.Module()
m.b = nn.Buffer(tensor(np.zeros(2, "float32")))
m.c = nn.Buffer(tensor(np.zeros(2, "float32")), persistent=False)
answer = [list(m._buffers), list(m.state_dict()), isinstance(m.b, nn.Buffer), isinstance(m.b, nn.Parameter)]
""",
    "an ordinary attribute becomes a parameter": """
m = nn.Module()
m.w = 3
m.w = nn.Parameter(tensor(np.ones(1, "float32")))
answer = [list(m._parameters), "w" in m.__dict__]
""",
    "a parameter registered over an attribute is refused": """
m = nn.Module()
m.w = 3
try:
    m.register_parameter("w", nn.Parameter(tensor(np.ones(1, "float32"))))
except KeyError:
    answer = "KeyError"
""",
    "names with dots are refused": """
answer = []
for f in (lambda m: m.add_module("a.b", nn.ReLU()), lambda m: m.register_buffer("a.b", None), lambda m: m.register_parameter("", None)):
    try:
        f(nn.Module())
    except KeyError:
        answer.append("KeyError")
""",
    "lists of modules are not registered": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(2, 2), nn.Linear(2, 2)]
        self.pair = (nn.Parameter(tensor(np.ones(1, "float32"))), nn.Parameter(tensor(np.ones(1, "float32"))))
        self.names = {"a": nn.ReLU()}
answer = [list(M().state_dict()), type(M().hidden).__name__, list(M().children())]
""",
    "a shared parameter": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        self.b.weight = self.a.weight
m = M()
answer = [[n for n, _ in m.named_parameters()], list(m.state_dict()), m.a.weight is m.b.weight]
""",
    "a shared module": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.list = nn.ModuleList([self.a, nn.ReLU(), self.a])
m = M()
answer = [[n for n, _ in m.named_parameters()], list(m.state_dict()), [n for n, _ in m.named_modules()]]
""",
    "attributes that Cell keeps for itself": """
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
""",
    "parameters and buffers by names of Cell": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.phase = nn.Parameter(tensor(np.ones(2, "float32")))
        self.recompute = nn.Parameter(tensor(np.full(2, 3, "float32")))
        self.register_buffer("offload", tensor(np.full(2, 5, "float32")))
        self.register_parameter("shard", None)
    def forward(self, x):
        return x * self.phase * self.recompute + self.offload
m = M()
answer = [m(tensor(np.ones((1, 2), "float32"))), m.shard, sorted(m.state_dict()), [n for n, _ in m.named_parameters()]]
""",
    "methods that Cell has": """
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
""",
    "train is overridden": """
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
""",
    "forward of an instance is replaced": """
m = nn.Linear(2, 2)
m.forward = lambda x: x + 1
answer = m(tensor(np.ones((1, 2), "float32")))
""",
    "forward of a class is replaced": """
class M(nn.Module):
    def forward(self, x):
        return x
m = M()
M.forward = lambda self, x: x + 1
answer = m(tensor(np.ones((1, 2), "float32")))
""",
    "forward from a mixin": """
class Mixin:
    def forward(self, x):
        return self.plain(x) + 1
class M(Mixin, nn.Module):
    def plain(self, x):
        return x * 2
answer = M()(tensor(np.ones((1, 2), "float32")))
""",
    "super().forward through three classes": """
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
""",
    "an abstract base": """
class Base(nn.Module, ABC):
    @abstractmethod
    def part(self, x): ...
    def forward(self, x):
        return self.part(x)
class M(Base):
    def part(self, x):
        return x * 3
answer = M()(tensor(np.ones(2, "float32")))
""",
    "forward is missing": """
try:
    nn.Module()(1)
except NotImplementedError:
    answer = "NotImplementedError"
""",
    "hooks": """
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
""",
    "hooks with keywords": """
class M(nn.Module):
    def forward(self, x, k=1):
        return x * k
m = M()
def pre(mod, args, kwargs):
    return args, {"k": kwargs.get("k", 1) + 1}
m.register_forward_pre_hook(pre, with_kwargs=True)
answer = m(tensor(np.ones(2, "float32")), k=2)
""",
}
