"""Parts of `huggingface_hub` that import torch."""
