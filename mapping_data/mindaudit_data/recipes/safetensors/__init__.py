"""safetensors for MindSpore's tensors."""
