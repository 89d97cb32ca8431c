"""Beam search written as a loop that ends when all beams have."""

import torch
from torch import nn


class BeamSearch(nn.Module):
    def __init__(self, decoder: nn.Module, beams: int, eos: int, longest: int):
        super().__init__()
        self.decoder = decoder
        self.beams = beams
        self.eos = eos
        self.longest = longest

    def forward(self, memory: torch.Tensor, lengths: torch.Tensor):
        batch = memory.shape[0]
        limit = int(lengths.max())  # <- MA305
        memory = memory[:, :limit]  # <- MA206
        tokens = torch.zeros(batch * self.beams, 1, dtype=torch.long)
        scores = torch.zeros(batch, self.beams)
        done = torch.zeros(batch * self.beams, dtype=torch.bool)
        while not done.all():  # <- MA302
            logits: torch.Tensor = self.decoder(tokens, memory)
            vocabulary = logits.shape[-1]
            total = scores.view(-1, 1) + logits[:, -1].log_softmax(-1)
            scores, index = total.view(batch, -1).topk(self.beams, dim=1)
            word = (index % vocabulary).view(-1)
            tokens = torch.cat([tokens, word.unsqueeze(1)], dim=1)
            done = done | (word == self.eos)
            if tokens.shape[1] >= self.longest:
                break
        best = scores.argmax(dim=1)
        alive = tokens[~done]  # <- MA203
        if best[0].item() > 0:  # <- MA301, MA305
            tokens = tokens.flip(0)
        return tokens.tolist(), alive  # <- MA305


def generate(model: nn.Module, start: torch.Tensor, steps: int, eos: int):
    for _ in range(steps):
        logits: torch.Tensor = model(start)
        word = logits[:, -1].argmax(-1, keepdim=True)
        start = torch.cat([start, word], dim=1)
        if (word == eos).all():  # <- MA301
            break
    return start
