"""Unknown values whose methods have names that other things have too: named where little else is likely."""
import torch


class Wrapper:
    def unfold(self):
        return self


def public(x, y, model, window, log, gate):
    total = x.double().exp()  # -> torch.Tensor.double possible, torch.Tensor.exp possible
    scale = y.reshape(2, -1).mean(dim=1)  # -> torch.Tensor.reshape possible, torch.Tensor.mean possible
    model.to("cpu")
    model(total)
    moved = model.half()
    window.unfold()
    part = window.unfold(0, 2, 1)  # -> torch.Tensor.unfold possible
    log.add(scale)
    first = gate.relu(x)
    second = gate.norm(x)
    loss = scale - total
    loss.backward()  # -> torch.Tensor.backward possible
    return moved, part, first, second, torch.device("cpu")  # -> torch.device certain


def train(criterion, accelerator):
    error = criterion()
    error.backward()  # -> torch.Tensor.backward possible
    accelerator.backward(error)
    error.requires_grad_()  # -> torch.Tensor.requires_grad_ possible
    criterion.requires_grad_(False)
    error.backward(retain_graph=True)  # -> torch.Tensor.backward possible
