"""Programs that prune networks, as people write them for torch."""

import copy

import torch
import torch.nn.functional as F
import torch.nn.utils.prune as prune
from torch import nn
from torch.nn.utils.prune import BasePruningMethod, L1Unstructured, PruningContainer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(16, 3)
        for i, p in enumerate(self.parameters()):
            p.data = ((torch.arange(p.numel()).float() * 0.37 + i).sin() * 0.5).view(p.shape)

    def forward(self, x):
        return self.fc(F.relu(self.conv(x)).flatten(1))


def images():
    return (torch.arange(32).float() * 0.21).cos().view(2, 1, 4, 4)


def told(net):
    names = [name for name, _ in net.named_parameters()] + [name for name, _ in net.named_buffers()] + list(net.state_dict())
    return [*(sum(map(ord, name)) for name in names), *net(images()).flatten().tolist(), *net(images()).flatten().tolist()]


def trained(net, steps=3):
    opt, out = torch.optim.SGD(net.parameters(), lr=0.1), []
    for _ in range(steps):
        opt.zero_grad()
        loss = net(images()).pow(2).mean()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out


# 1 weights that are pruned, trained and made permanent
def permanent():
    net, out = Net(), []
    prune.l1_unstructured(net.conv, name="weight", amount=0.3)
    prune.l1_unstructured(net.conv, "bias", 2)
    out += [*told(net), *trained(net), prune.is_pruned(net), prune.is_pruned(net.fc), len(net.conv._forward_pre_hooks)]
    out += [net.conv.weight_mask.sum().item(), net.conv.weight_orig.grad.abs().sum().item(), net.conv.weight_orig.sum().item()]
    prune.remove(net.conv, "weight")
    prune.remove(net.conv, "bias")
    out += [*told(net), *trained(net, 1), prune.is_pruned(net), int((net.conv.weight == 0).sum())]
    return out


# 2 several methods of one weight, one after the other
def several():
    net = Net()
    method = prune.L1Unstructured.apply(net.fc, "weight", amount=0.25)
    prune.ln_structured(net.fc, name="weight", amount=0.5, n=2, dim=1)
    prune.identity(net.fc, "weight")
    prune.ln_structured(net.conv, "weight", 1, n=float("inf"), dim=0)
    prune.ln_structured(net.conv, "weight", 0.5, n=1, dim=-1)
    (hook,) = net.fc._forward_pre_hooks.values()
    out = [
        isinstance(hook, PruningContainer),
        len(hook),
        isinstance(hook[0], L1Unstructured),
        hook[0] is method,
        hook[1].amount,
        hook[1].dim,
    ]
    return [*out, *told(net), *net.fc.weight_mask.flatten().tolist(), *net.conv.weight_mask.flatten().tolist(), *trained(net)]


# 3 a network as one, by other scores, and a lottery: what is left starts anew
def as_one():
    net = Net()
    first = copy.deepcopy(net.state_dict())
    pairs = [(net.conv, "weight"), (net.fc, "weight")]
    out = trained(net)
    for amount in (0.2, 0.3):
        prune.global_unstructured(pairs, pruning_method=prune.L1Unstructured, amount=amount)
        out += [int((part.weight == 0).sum()) for part, _ in pairs]
        with torch.no_grad():
            for name, value in net.named_parameters():
                value.copy_(first[name.replace("_orig", "")])
        out += trained(net)
    scores = {(net.fc, "bias"): torch.tensor([3.0, 1.0, 2.0])}
    prune.global_unstructured(((net.fc, "bias"), (net.conv, "bias")), prune.L1Unstructured, importance_scores=scores, amount=2)
    prune.l1_unstructured(net.conv, "bias", 1, importance_scores=torch.tensor([4.0, 0.1, 3.0, 2.0]))
    return [*out, *told(net), *net.fc.bias_mask.tolist(), *net.conv.bias_mask.tolist()]


# 4 masks and methods of the program
class EveryOther(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


class Threshold(prune.BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def __init__(self, threshold):
        self.threshold = threshold

    def compute_mask(self, t, default_mask):
        return default_mask * (torch.abs(t) > self.threshold)


def every_other(module, name):
    EveryOther.apply(module, name)
    return module


def own():
    net = Net()
    every_other(net.fc, "weight")
    prune.l1_unstructured(net.fc, "weight", 0.5)
    prune.custom_from_mask(net.conv, name="weight", mask=(net.conv.weight.abs() > 0.2).float())
    every_other(net.conv, "weight")
    prune.custom_from_mask(net.conv, "weight", torch.ones(4, 1, 3, 3))
    prune.global_unstructured([(net.conv, "bias"), (net.fc, "bias")], pruning_method=Threshold, threshold=0.3)
    t = torch.tensor([[0.1, -2.0, 0.3], [1.0, 0.0, -0.2]])
    tensors = [L1Unstructured(2).prune(t), prune.LnStructured(1, 2, dim=0).prune(t), Threshold(0.25).prune(t, importance_scores=t * 2)]
    tensors.append(EveryOther().prune(t, default_mask=torch.tensor([[1.0, 0.0, 1.0], [1.0, 1.0, 1.0]])))
    return [*told(net), *trained(net), *(value for each in tensors for value in each.flatten().tolist())]


# 5 choices by chance: how many are left
def by_chance():
    net = Net()
    prune.random_unstructured(net.fc, name="weight", amount=0.3)
    prune.random_unstructured(net.fc, "weight", amount=5)
    prune.random_structured(net.conv, "weight", amount=2, dim=0)
    rows = net.conv.weight_mask.flatten(1).sum(1)
    return [net.fc.weight_mask.sum().item(), net.conv.weight_mask.sum().item(), int((rows == 0).sum()), int((net.fc.weight != 0).sum())]


# 6 a pruned network that is saved, loaded and copied
def kept():
    net, other = Net(), Net()
    prune.l1_unstructured(net.fc, "weight", 0.6)
    prune.identity(other.fc, "weight")
    state = {name: value * 0.5 if "orig" in name else value for name, value in net.state_dict().items()}
    out = [len(other.load_state_dict(state).missing_keys)]
    other(images())
    return [*out, *told(other), (other.fc.weight == 0).sum().item(), *other.fc.weight_orig.flatten().tolist()]


# 7 what torch refuses
def refused():
    net, out = Net(), []
    for call in (
        lambda: prune.l1_unstructured(net.fc, "weight", 1.5),
        lambda: prune.l1_unstructured(net.fc, "weight", -1),
        lambda: prune.l1_unstructured(net.fc, "weight", "all"),
        lambda: prune.l1_unstructured(net.fc, "weight", 1000),
        lambda: prune.ln_structured(net.fc, "bias", 0.5, n=2, dim=0),
        lambda: prune.ln_structured(net.fc, "weight", 0.5, n=2, dim=3),
        lambda: prune.remove(net.fc, "weight"),
        lambda: prune.global_unstructured([(net.fc, "weight")], prune.LnStructured, amount=0.5, n=2),
        lambda: prune.custom_from_mask(net.fc, "weight", torch.ones(3)),
        lambda: prune.l1_unstructured(net.fc, "weight", 1, importance_scores=torch.ones(3)),
    ):
        try:
            call()
            out.append(0)
        except (TypeError, ValueError, IndexError, AssertionError) as error:
            out.append([TypeError, ValueError, IndexError, AssertionError].index(type(error)) + 1)
    return [*out, prune.is_pruned(net), *told(net)]


PROGRAMS = {each.__name__: each for each in (permanent, several, as_one, own, by_chance, kept, refused)}
