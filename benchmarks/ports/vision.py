"""Small models of packages for images: vit-pytorch, mlp-mixer-pytorch, segmentation-models-pytorch (with timm)."""

VIT = "image_size=32, patch_size=8, num_classes=10, dim=64, depth=2, heads=2, mlp_dim=64"
IMAGES = ["r.randn(2, 3, 32, 32).astype('float32')"]
LARGER = ["r.randn(1, 3, 64, 64).astype('float32')"]
MODELS = {
    "vit": ("vit_pytorch.vit", f"m.ViT({VIT})", IMAGES),
    "cait": ("vit_pytorch.cait", f"m.CaiT({VIT}, cls_depth=1)", IMAGES),
    "deepvit": ("vit_pytorch.deepvit", f"m.DeepViT({VIT})", IMAGES),
    "mixer": ("mlp_mixer_pytorch", "m.MLPMixer(image_size=32, channels=3, patch_size=8, dim=32, depth=2, num_classes=10)", IMAGES),
    "unet": ("segmentation_models_pytorch", "m.Unet('resnet18', encoder_weights=None, classes=2)", LARGER),
    "fpn": ("segmentation_models_pytorch", "m.FPN('resnet18', encoder_weights=None)", LARGER),
}
