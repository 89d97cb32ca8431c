"""What containers, weights and layers do: sources that both frameworks execute, each with an `answer`."""

STORIES = {
    "the state of a lazy layer": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.ab = nn.LazyConv1d(4, 1, groups=2), nn.LazyBatchNorm1d()
        self.b, self.ln = nn.LazyConvTranspose1d(3, 2), nn.LazyLinear(2)
    def forward(self, x):
        return self.ln(self.b(self.ab(self.a(x))))
x = tensor(np.arange(16, dtype="float32").reshape(2, 2, 4))
m, n, v = M().eval(), M().eval(), nn.LazyLinear(2)
y = m(x)
n.load_state_dict(m.state_dict())
v.load_state_dict(nn.Linear(3, 2).state_dict())
sizes = [tuple(p.shape) for p in [*n.parameters(), v.weight]]
answer = [sizes, float(abs(y - n(x)).max()), type(n.ln).__name__, n.ln.in_features]
""",
    "results of many kinds": """
@dataclass
class Out:
    a: kind
    b: int = 1
class M(nn.Module):
    def forward(self, x, d=None, *rest, flag=False, **more):
        return {"x": x, "d": d, "rest": rest, "flag": flag, "more": more, "o": Out(x).b, "l": [x, None]}
x = tensor(np.ones(1, "float32"))
answer = M()(x, {"k": x}, 1, "a", flag=True, z=[x])
""",
    "weights of recurrent layers by name": """
r = nn.LSTM(2, 3, 2, bidirectional=True)
answer = [r._all_weights, [[w.shape for w in each] for each in r.all_weights], nn.GRU(2, 3, bias=False)._all_weights]
""",
    "sequential": """
s = nn.Sequential(OrderedDict([("a", nn.Linear(2, 3)), ("b", nn.ReLU())]))
s.append(nn.Tanh())
s.add_module("last", nn.Identity())
answer = [list(s.state_dict()), s, s[:2], s[-1], len(s), [type(m).__name__ for m in s], s.a is s[0]]
""",
    "sequential is cut": """
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
""",
    "children cut off a backbone": """
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
""",
    "module list": """
l = nn.ModuleList([nn.Linear(2, 2), None, nn.ReLU()])
l += [nn.Tanh()]
l.append(nn.Identity())
l.extend(nn.ModuleList([nn.ReLU()]))
l.insert(0, nn.Sigmoid())
l[1] = nn.Linear(2, 3)
part = l[1:4]
last = l.pop(-1)
del l[0]
answer = [repr(l), repr(part), repr(last), len(l), list(l.state_dict()), [type(m).__name__ for m in l], l[1], isinstance(part,
    nn.ModuleList), l[-1]]
""",
    "module list grown after being attached": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.ModuleList()
        self.two = nn.ModuleList()
        for _ in range(2):
            self.one.append(nn.Linear(1, 1))
            self.two.append(nn.ModuleList([nn.Linear(1, 1), nn.Identity()]))
answer = [list(M().state_dict()), [n for n, _ in M().named_parameters()]]
""",
    "module dict": """
d = nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.ReLU()})
d["c"] = nn.Tanh()
d.update([("d", nn.Identity())])
d.update({"keys": nn.ReLU()} if False else {"e": nn.ReLU()})
popped = d.pop("b")
del d["c"]
answer = [repr(d), list(d.keys()), [repr(v) for v in d.values()], [k for k, _ in d.items()], "a" in d, len(d), repr(popped),
    list(d), list(d.state_dict())]
""",
    "parameter containers": """
p = nn.ParameterList([nn.Parameter(tensor(np.ones(2, "float32"))), tensor(np.zeros(1, "float32"))])
p.append(nn.Parameter(tensor(np.ones(3, "float32"))))
p += [nn.Parameter(tensor(np.ones(1, "float32")))]
d = nn.ParameterDict({"a": nn.Parameter(tensor(np.ones(2, "float32")))})
d["b"] = tensor(np.zeros(1, "float32"))
d.update({"c": nn.Parameter(tensor(np.ones(1, "float32")))})
answer = [list(p.state_dict()), len(p), [tuple(v.shape) for v in p], isinstance(p[1], nn.Parameter), list(p[1:].state_dict()),
          list(d.state_dict()), list(d.keys()), "b" in d, isinstance(d["b"], nn.Parameter), [tuple(v.shape) for v in d.values()]]
""",
    "freezing": """
m = nn.Linear(2, 2)
for p in m.parameters():
    p.requires_grad = False
m.bias.requires_grad_(True) if hasattr(m.bias, "requires_grad_") else setattr(m.bias, "requires_grad", True)
answer = [p.requires_grad for p in m.parameters()]
""",
    "weights initialised by type": """
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
""",
    "slices initialised": """
m = nn.Linear(2, 4)
init.zeros_(m.weight[0])
init.ones_(m.weight.data[1:3])
init.constant_(m.weight[3, 1], 7)
init.constant_(m.weight[3, 0], 6)
answer = m.weight
""",
    "data is set": """
m = nn.Linear(2, 2)
m.weight.data = tensor(np.full((2, 2), 3, "float32"))
m.bias.data.copy_(tensor(np.full(2, 4, "float32")))
answer = [m.weight, m.bias, isinstance(m.weight, nn.Parameter), list(m.state_dict())]
""",
    "a checkpoint of another module": """
a, b = nn.BatchNorm2d(2), nn.BatchNorm2d(2)
init.constant_(a.weight, 5)
a.running_mean += 2
b.load_state_dict(a.state_dict())
answer = [b.weight, b.running_mean, b.num_batches_tracked]
""",
    "keys that do not match": """
try:
    nn.Linear(2, 2).load_state_dict({"weight": tensor(np.ones((2, 2), "float32"))})
except RuntimeError as e:
    answer = "Missing key" in str(e)
""",
    "shapes that do not match": """
try:
    nn.Linear(2, 2).load_state_dict({"weight": tensor(np.ones((3, 2), "float32")), "bias": tensor(np.ones(2, "float32"))})
except RuntimeError as e:
    answer = "size mismatch" in str(e)
""",
    "state_dict hooks of a subclass": """
class M(nn.Linear):
    def _load_from_state_dict(self, state_dict, prefix, *args, **kwargs):
        if prefix + "old" in state_dict:
            state_dict[prefix + "weight"] = state_dict.pop(prefix + "old")
        super()._load_from_state_dict(state_dict, prefix, *args, **kwargs)
m = nn.Sequential(M(2, 2))
m.load_state_dict({"0.old": tensor(np.ones((2, 2), "float32")), "0.bias": tensor(np.zeros(2, "float32"))})
answer = m[0].weight
""",
    "factory arguments": """
dd = {"device": None, "dtype": None}
m = nn.Sequential(nn.Conv2d(2, 4, 3, **dd), nn.BatchNorm2d(4, **dd), nn.LayerNorm(5, **dd), nn.Linear(2, 2, **dd), nn.Embedding(3, 2, **dd),
                  nn.GroupNorm(2, 4, **dd), nn.MultiheadAttention(4, 2, **dd), nn.PReLU(**dd), nn.LSTM(2, 3, **dd),
                  nn.ConvTranspose2d(2, 2, 2, **dd))
m = m.to(device="cpu").cpu().float()
answer = [repr(m), list(m.state_dict())]
""",
    "numbers of numpy": """
n = np.int64(4)
m = nn.Sequential(nn.Conv2d(n, n, np.int64(3), padding=np.int64(1)), nn.MaxPool2d(np.int64(2)), nn.BatchNorm2d(n),
    nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(n, n), nn.LayerNorm(n))
answer = [tuple(m(tensor(np.ones((2, 4, 8, 8), "float32"))).shape), [tuple(v.shape) for v in m.state_dict().values()]]
""",
    "classes by name, in dicts and partials": """
from functools import partial
layers = {"relu": nn.ReLU, "gelu": nn.GELU, "norm": partial(nn.LayerNorm, eps=1e-6)}
answer = [repr(layers["relu"](inplace=True)), repr(layers["norm"](3)), nn.ReLU.__name__, repr(getattr(nn, "SiLU")()),
    [c.__name__ for c in (nn.Conv2d, nn.BatchNorm2d)],
          issubclass(nn.Conv2d, nn.modules.conv._ConvNd), issubclass(nn.BatchNorm2d, nn.modules.batchnorm._BatchNorm),
          nn.modules.utils._pair(3)]
""",
    "subclasses of layers": """
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
answer = [LayerNorm2d(4)(x), Pool(2)(x), Act(2).eval()(x), s(x), Act(2), list(Act(2).state_dict()), LayerNorm2d(3, device=None,
    dtype=None).eps]
""",
    "device and dtype of the first parameter": """
m = nn.Linear(2, 2)
p = next(m.parameters())
n = nn.Linear(2, 2, device=p.device, dtype=p.dtype)
n.register_buffer("b", tensor(np.ones(1, "float32")))
answer = [n.weight.dtype == p.dtype, n.to(p.device).bias.shape == m.bias.shape, n.to(dtype=p.dtype).weight.dtype == p.dtype]
""",
}
