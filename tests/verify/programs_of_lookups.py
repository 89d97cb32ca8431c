"""Programs that look up rows of tables whose longest rows are shortened, and rows of what is an array in some calls."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

ROWS = torch.arange(12.0).view(6, 2) - 5


def numbers(made):
    return [number for x in made for number in np.ravel(x.tolist() if hasattr(x, "tolist") else x).tolist()]


def shortened(kind, **options):
    table = kind(6, 2, **options)
    with torch.no_grad():
        table.weight.copy_(ROWS)
    return table


def rows_are_shortened_where_they_are_read():
    table = shortened(nn.Embedding, max_norm=1.5, norm_type=1.0)
    found = table(torch.tensor([[0, 2], [2, 5]]))
    (found**2).sum().backward()
    weight = ROWS.clone()
    return numbers([found, table.weight, table.weight.grad, F.embedding(torch.tensor([1, 1, 3]), weight, max_norm=2.0), weight])


def bags_shorten_rows():
    table, weight = shortened(nn.EmbeddingBag, max_norm=1.0, mode="sum"), ROWS.clone()
    bags = torch.tensor([[0, 1], [4, 5]])
    return numbers([table(bags), table.weight, F.embedding_bag(bags, weight, max_norm=1.0), weight])


def shortened_rows_are_trained():
    codes = shortened(nn.Embedding, max_norm=0.3)
    optimizer = torch.optim.Adam(codes.parameters(), lr=0.02)
    for _ in range(2):
        optimizer.zero_grad()
        for chunk in torch.chunk(torch.arange(8) % 4, 2):
            rows = codes(chunk)
            ((rows**2).sum() + torch.norm(rows, dim=1).sum()).backward()
        optimizer.step()
    return numbers([codes.weight])


def moved(boxes):
    boxes[:, 2] = boxes[:, 2] - boxes[:, 0]
    return boxes


def wide(targets):
    boxes = moved(targets.copy())
    boxes *= 2
    return boxes[np.minimum(boxes[:, 2], boxes[:, 3]) > 1]


def masks_of_one_row_choose_rows_of_arrays():
    one, none = np.array([[1.0, 2, 3, 4]]), np.array([[1.0, 2, 1.2, 4]])
    return numbers([moved(torch.ones(1, 4)), wide(one), wide(none).shape[0], wide(np.concatenate([one, none, one]))])


def batches_mix_numbers_of_numpy_and_python():
    samples = [{"r": np.float64(1.5), "n": np.int64(2)}, {"r": 0, "n": 1}, {"r": np.float64(-2.0), "n": np.int64(3)}]
    names = next(iter(DataLoader([np.str_("a"), np.str_("bc")], batch_size=2)))
    return [*numbers(each for batch in DataLoader(samples, batch_size=3) for each in (batch["r"], batch["n"])), *map(len, names)]


def clustered(memory, places, rank=0):
    centroids = torch.empty(3, 2)
    if rank == 0:
        centroids = memory[0][places]
    for _ in range(2):
        mask = torch.arange(3) > 0
        centroids[mask] = torch.full((3, 2), 0.5)[mask]
        centroids = F.normalize(centroids, dim=1, p=2)
    return centroids


def what_was_chosen_is_a_copy_behind_branches():
    memory = torch.arange(12.0).reshape(1, 6, 2)
    return numbers([clustered(memory, torch.tensor([4, 0, 2])), memory])


def halves(inputs):
    chosen = np.random.RandomState(0).choice(6, 3, replace=False)
    others = list(set(np.arange(6)) - set(chosen))
    return [inputs[chosen], inputs[others], inputs[sorted(others)], inputs[sorted(set(chosen) - {1})]]


def lists_of_numbers_of_numpy_choose():
    return numbers(halves(torch.arange(12.0).reshape(6, 2)))


class Tables(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = torch.nn.Parameter(torch.zeros(3, 2, 2))

    def fix(self, i, j):
        self.cells.data[j][i] = torch.tensor([1.0, 2.0])


def cells_are_stored_by_numbers_of_any_kind():
    tables = Tables()
    tables.fix(0, 1)
    tables.fix(np.argmax([0, 3]), np.argmax([0, 1, 5]))
    return numbers([tables.cells])


def made_before(x):
    return x * 2


def marked(x, chosen):
    mask = x > 1
    kept = chosen(x).any(0)
    return [(x > 0).any(0), (-x).max(), mask.all(), (~mask).sum(), kept.max(), made_before(x).max(), (x + 1).min()]


def marks_of_arrays_are_arrays():
    array = np.array([[1.0, 2.0], [0.0, 3.0]])
    return numbers(torch.as_tensor(each) for x in (array, torch.tensor(array)) for each in marked(x, lambda part: part > 2))


def picked(images, mask):
    wide = mask.unsqueeze(1).repeat(1, images.size(1), 1, 1)
    return images[wide].view(images.size(0), images.size(1), -1)


def put(images, mask):
    out = torch.zeros(images.shape)
    out[mask] = images[mask] + 1.0
    return out


def masks_of_bytes_come_from_callers():
    mask = torch.zeros(2, 2, 2).byte()
    mask[:, 0, 1] = 1
    mask[:, 1, 0] = 1
    images = torch.arange(16.0).view(2, 2, 2, 2)
    return numbers([picked(images, mask), put(images[:, 0], mask)])


def items_of_loaders_become_classes_of_tensors():
    Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
    loader = DataLoader(TensorDataset(torch.arange(4), torch.arange(4.0)), batch_size=2)
    kept = [(images.type(Tensor), labels.type(torch.LongTensor)) for images, labels in loader]
    return [*numbers([kept[0][0] / 2, kept[1][1] // 2]), kept[0][0].dtype == torch.float32, kept[1][1].dtype == torch.int64]


def counted(predicted, wanted):
    return [(int((wanted == c).sum()), int((predicted == c).sum())) for c in np.unique(wanted)]


def lists_beside_numbers_of_numpy_are_arrays():
    labels = torch.tensor([[0.0, 1.0], [0.0, 2.0], [1.0, 1.0]])
    return numbers([np.array(counted(np.array([1.0, 2.0, 2.0]), labels[:, 1].tolist()))])


class Graph:
    def __init__(self, tags):
        self.tags, self.features = tags, 0


def ranges_beside_lists_choose():
    graphs = [Graph([0, 1]), Graph([2, 0, 1])]
    for g in graphs:
        g.features = torch.zeros(len(g.tags), 3)
        g.features[range(len(g.tags)), list(g.tags)] = 1
    return numbers([g.features for g in graphs])


def tiny_numbers_are_not_zero():
    x = torch.tensor([[1e-7, 0.5, 0.0], [1e-5, 0.0, -3e-8]])
    return numbers([x.nonzero(), x.nonzero(as_tuple=True)[1], torch.where(x)[0], torch.argwhere(x), torch.count_nonzero(x)])


PROGRAMS = {
    each.__name__: each
    for each in (
        rows_are_shortened_where_they_are_read,
        bags_shorten_rows,
        shortened_rows_are_trained,
        masks_of_one_row_choose_rows_of_arrays,
        batches_mix_numbers_of_numpy_and_python,
        what_was_chosen_is_a_copy_behind_branches,
        lists_of_numbers_of_numpy_choose,
        cells_are_stored_by_numbers_of_any_kind,
        marks_of_arrays_are_arrays,
        masks_of_bytes_come_from_callers,
        items_of_loaders_become_classes_of_tensors,
        lists_beside_numbers_of_numpy_are_arrays,
        ranges_beside_lists_choose,
        tiny_numbers_are_not_zero,
    )
}
