"""super() with and without arguments, wrappers, what torch's own methods give back."""
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Base(nn.Module):
    kind = "base"

    def forward(self, x: torch.Tensor):
        return x.exp()  # -> torch.Tensor.exp certain

    @classmethod
    def build(cls, *arguments):
        return cls()


class Child(Base):
    def __init__(self):
        super(Child, self).__init__()
        self.act = nn.ReLU()  # -> torch.nn.ReLU certain
        self.flag = self.training

    def forward(self, x):
        y = super().forward(x)
        y.log()  # -> torch.Tensor.log certain
        z = super(Child, self).forward(x)
        z.log()  # -> torch.Tensor.log certain
        return self.act(y)


class Linear(nn.Linear):
    pass


model = Child.build()
model.to("cpu").eval().train()  # -> torch.nn.Module.to certain, torch.nn.Module.eval certain, torch.nn.Module.train certain
wrapped = DistributedDataParallel(model)  # -> torch.nn.parallel.DistributedDataParallel certain
wrapped(torch.rand(1)).sin()  # -> torch.rand certain, torch.Tensor.sin certain
scripted = torch.jit.script(model)  # -> torch.jit.script certain
scripted(torch.rand(1)).sin()  # -> torch.rand certain, torch.Tensor.sin certain
Linear(1, 2)(torch.rand(1)).sin()  # -> torch.rand certain, torch.Tensor.sin certain
nn.Identity()(torch.rand(1)).cos()  # -> torch.nn.Identity certain, torch.rand certain, torch.Tensor.cos certain
Child.kind.upper()
[p.sum() for p in model.parameters()]  # -> torch.Tensor.sum certain, torch.nn.Module.parameters certain
for name, parameter in model.named_parameters():  # -> torch.nn.Module.named_parameters certain
    parameter.mean()  # -> torch.Tensor.mean certain
nn.Sequential(nn.ReLU(), model)[0]  # -> torch.nn.ReLU certain, torch.nn.Sequential certain
for child in nn.ModuleList([nn.Tanh()]).children():  # -> torch.nn.Tanh certain, torch.nn.ModuleList certain, torch.nn.Module.children certain
    child(torch.rand(1)).exp()  # -> torch.rand certain, torch.Tensor.exp certain
for key in nn.ModuleDict({"a": nn.Tanh()}):  # -> torch.nn.Tanh certain, torch.nn.ModuleDict certain
    key.upper()
nn.Sequential(("a", nn.ReLU()))  # -> torch.nn.ReLU certain, torch.nn.Sequential certain
nn.Conv2d(1, 2, 3).weight.abs()  # -> torch.nn.Conv2d certain, torch.Tensor.abs certain
nn.Conv2d(1, 2, 3).in_channels.bit_length()  # -> torch.nn.Conv2d certain
optimizer = torch.optim.SGD(model.parameters(), 0.1)  # -> torch.nn.Module.parameters certain, torch.optim.SGD certain
optimizer.zero_grad()  # -> torch.optim.Optimizer.zero_grad certain
