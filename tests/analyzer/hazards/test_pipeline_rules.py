"""Forms of the hazards of data pipelines and training code that their pages do not show."""

from __future__ import annotations

import pytest
from hazard_helpers import codes

PIPELINE = {
    "T.RandomResize(1, 9)": ["MA214"],
    "T.RandomResizedCrop(224)": [],
    "tokenizer(texts, padding=True, truncation=True)": ["MA214"],
    "tokenizer(texts, padding='longest', return_tensors='pt')": ["MA214"],
    "tokenizer(texts, padding='max_length', truncation=True)": [],
    "nn.Conv2d(3, 8, 3, padding=True)": [],
    "DataLoader(data, batch_size=4, shuffle=True)": ["MA214", "MA603"],
    "DataLoader(data, 4, True, drop_last=True)": ["MA603"],
    "DataLoader(data, 4, True, None, None, 0, None, False, True)": ["MA603"],
    "DataLoader(data, 4, False, batches)": ["MA214", "MA603"],
    "DataLoader(data, batch_size=4)": ["MA603"],
    "DataLoader(val_data, batch_size=4, shuffle=True)": ["MA603"],
    "DataLoader(data, batch_sampler=batches)": ["MA603"],
    "nn.Embedding(9, 9, sparse=False)": [],
    "nn.Embedding(9, 9, None, None, 2.0, False, True)": ["MA503"],
    "torch.optim.SparseAdam(weights)": ["MA503"],
    "torch.sparse.sum(data)": ["MA502"],
    "data.to(torch.float16)": [],
    "nn.Linear(2, 2).to('cuda:0')": ["MA605"],
    "nn.Linear(2, 2).to(device=place)": ["MA605"],
    "torch.distributed.is_initialized()": [],
    "torch.distributed.init_process_group('nccl')": ["MA607"],
    "nn.Linear(2, 2).train(False)": ["MA613"],
}


@pytest.mark.parametrize("call", PIPELINE)
def test_pipeline_and_training_calls(call: str) -> None:
    text = f"""
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import transforms as T


def use(data, val_data, batches, texts, tokenizer, weights, place):
    return {call}
"""
    assert codes(text) == PIPELINE[call]


def test_collate_that_measures_is_found_by_name_and_by_use() -> None:
    text = """
import torch
from torch.utils.data import DataLoader


def gather_texts(samples):
    longest = max(len(s) for s in samples)
    return torch.stack([torch.zeros(longest) for s in samples])


def my_collate(samples):
    return max([s.shape[0] for s in samples]), max(map(len, samples))


loader = DataLoader([], batch_size=1, collate_fn=gather_texts)
"""
    assert codes(text) == ["MA214", "MA214", "MA603"]
