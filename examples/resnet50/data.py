"""Images in folders, one folder per class."""

from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch.utils.data import Dataset

MEAN = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)
DEVIATION = torch.tensor([0.229, 0.224, 0.225]).view(3, 1, 1)


class ImageFolder(Dataset):
    """Pairs of a normalised image and the number of its folder."""

    def __init__(self, root, size=224):
        self.size = size
        self.classes = sorted(folder.name for folder in Path(root).iterdir() if folder.is_dir())
        self.items = [(path, i) for i, name in enumerate(self.classes) for path in sorted((Path(root) / name).glob("*.jpg"))]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        path, label = self.items[index]
        image = Image.open(path).convert("RGB").resize((self.size, self.size))
        pixels = torch.from_numpy(np.asarray(image).copy()).permute(2, 0, 1).float() / 255
        return (pixels - MEAN) / DEVIATION, label
