"""Where numpy is about, a name that its arrays share says nothing, a keyword of torch does."""
import numpy as np
import sklearn
import torch


def statistics(x, y):
    x.mean()
    np.zeros(3)
    z = x - y
    z.transpose(0, 1).contiguous()  # -> torch.Tensor.transpose possible, torch.Tensor.contiguous likely
    spread = y.std(dim=0, keepdim=True)  # -> torch.Tensor.std possible
    steps = (np.arange(10) * x).round()
    np.unique(x[0].cpu().numpy())  # -> torch.Tensor.cpu possible, torch.Tensor.numpy likely
    same = x == y
    same.fill_diagonal_(0)  # -> torch.Tensor.fill_diagonal_ likely
    (len([x]) == 1).cpu()
    return spread, steps, torch.device("cpu")  # -> torch.device certain


def elsewhere(images, pooled):
    (images * 255).round().astype("uint8")
    return pooled.mean(-1)  # -> torch.Tensor.mean possible


def mistyped(sigmas: torch.Tensor, x: torch.Tensor):
    sigmas[0].item()
    return x.item()  # -> torch.Tensor.item certain


mistyped(np.linspace(0, 1, 3), torch.ones(1))  # -> torch.ones certain


def more_arguments_than_arrays_take(x, y):
    np.zeros(3)
    y.view(2)
    y.repeat(2, 1)
    return x.view(1, 2, 3), x.repeat(1, 1, 2), x.size(0)  # -> torch.Tensor.view likely, torch.Tensor.repeat likely, torch.Tensor.size likely


def of_another_library(x, optional, model=sklearn.linear_model.Lasso()):
    sklearn.base.clone(model)
    rows = x.cpu().numpy()  # -> torch.Tensor.cpu possible, torch.Tensor.numpy likely
    fft = optional("torch.fft")
    return model.fit(fft.fft(rows))
