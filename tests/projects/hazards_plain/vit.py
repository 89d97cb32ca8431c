"""A vision transformer: shapes are read and checked, but all of them follow from the input's."""

import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self, dim, heads=8, qk_norm=False, drop=0.0):
        super().__init__()
        assert dim % heads == 0, "dim should be divisible by heads"
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.fused = hasattr(F, "scaled_dot_product_attention")
        self.qkv = nn.Linear(dim, dim * 3)
        self.q_norm = nn.LayerNorm(dim // heads) if qk_norm else nn.Identity()
        self.drop = nn.Dropout(drop)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        q = self.q_norm(q)
        if self.fused and mask is None:
            x = F.scaled_dot_product_attention(q, k, v)
        else:
            attn = (q * self.scale) @ k.transpose(-2, -1)
            if mask is not None:
                attn = attn.masked_fill(mask == 0, float("-inf"))
            x = self.drop(attn.softmax(dim=-1)) @ v
        return self.proj(x.transpose(1, 2).reshape(B, N, C))


class Block(nn.Module):
    def __init__(self, dim, heads, norm_layer=nn.LayerNorm, act_layer=nn.GELU):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = Attention(dim, heads)
        self.norm2 = norm_layer(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), act_layer(), nn.Linear(4 * dim, dim))

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class VisionTransformer(nn.Module):
    def __init__(self, size=224, patch=16, dim=192, depth=12, heads=3, classes=1000, pool="token", p=0.1):
        super().__init__()
        self.size = size
        self.pool = pool
        self.p = p
        self.patch_embed = nn.Conv2d(3, dim, patch, patch)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, dim) * 0.02)
        self.blocks = nn.ModuleList([Block(dim, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes) if classes > 0 else nn.Identity()

    def forward_features(self, x):
        B, C, H, W = x.shape
        assert H == self.size and W == self.size, f"Input size ({H}*{W}) does not fit ({self.size})"
        x = self.patch_embed(x).flatten(2).transpose(1, 2)
        x = torch.cat((self.cls_token.expand(B, -1, -1), x), dim=1)
        x = F.dropout(x + self.pos_embed, self.p, self.training)
        for i, block in enumerate(self.blocks):
            if torch.jit.is_scripting() or not self.training or i % 2 == 0:
                x = block(x)
            else:
                x = block(x)
        return self.norm(x)

    def forward(self, x, return_features=False):
        x = self.forward_features(x)
        if return_features:
            return x
        x = x[:, 0] if self.pool == "token" else x[:, 1:].mean(dim=1)
        return self.head(x)
