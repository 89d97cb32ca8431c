"""Small models of packages for sequences: conformer, linformer, nystrom-attention, perceiver-pytorch, g-mlp-pytorch."""

FRAMES = ["r.randn(1, 24, 64).astype('float32')"]
WORDS = ["r.randint(0, 50, (2, 16))"]
MODELS = {
    "conformer": ("conformer", "m.Conformer(dim=64, depth=2, heads=2, dim_head=16, conv_kernel_size=7)", FRAMES),
    "linformer": ("linformer", "m.Linformer(dim=64, seq_len=24, depth=2, heads=2, k=8)", FRAMES),
    "nystrom": ("nystrom_attention", "m.NystromAttention(dim=64, dim_head=16, heads=2, num_landmarks=8)", FRAMES),
    "perceiver": (
        "perceiver_pytorch",
        "m.PerceiverIO(dim=64, queries_dim=12, logits_dim=5, depth=2, num_latents=8, latent_dim=32)",
        FRAMES,
    ),
    "gmlp": ("g_mlp_pytorch", "m.gMLP(num_tokens=50, dim=32, depth=2, seq_len=16, causal=True)", WORDS),
}
