"""A recurrent classifier whose batches are as long as their longest text."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset


class Texts(Dataset):
    def __init__(self, samples):
        self.samples = samples

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        tokens, label = self.samples[index]
        return torch.tensor(tokens), torch.tensor(label)


def collate(batch):
    tokens = [sample for sample, _ in batch]
    lengths = torch.tensor([len(t) for t in tokens])
    labels = torch.stack([label for _, label in batch])
    return pad_sequence(tokens, batch_first=True), lengths, labels  # <- MA214


class Classifier(nn.Module):
    def __init__(self, words: int, classes: int):
        super().__init__()
        self.embedding = nn.Embedding(words, 64)
        self.lstm = nn.LSTM(64, 128, batch_first=True)
        self.fc = nn.Linear(128, classes)

    def forward(self, tokens: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        x = self.embedding(tokens)
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)  # <- MA213
        out, _ = self.lstm(packed)
        padded, _ = pad_packed_sequence(out, batch_first=True)
        return self.fc(padded[:, -1])


def train(samples, words: int, classes: int):
    loader = DataLoader(Texts(samples), batch_size=32, shuffle=True, collate_fn=collate)  # <- MA214, MA603
    fixed = DataLoader(Texts(samples), batch_size=32, shuffle=True, drop_last=True)  # <- MA603
    model = Classifier(words, classes)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()  # <- MA613
    for tokens, lengths, labels in loader:
        optimizer.zero_grad()
        loss = criterion(model(tokens, lengths), labels)
        loss.backward()  # <- MA601
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # <- MA614
        optimizer.step()
        print(loss.item())  # <- MA305
    torch.save(model.state_dict(), "model.pt")  # <- MA604
    return fixed
