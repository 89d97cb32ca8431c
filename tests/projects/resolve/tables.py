"""Columns of a table: what is stored under one name says nothing of the others, and no column is a tensor."""
import pandas as pd
import torch


def parts():
    return torch.ones(2), 1  # -> torch.ones certain


table = pd.concat([pd.DataFrame(), pd.DataFrame()], axis=1)
table["end"], count = parts()
(table["step"] != 1).any()
table["end"].clip(upper=3).sum()
