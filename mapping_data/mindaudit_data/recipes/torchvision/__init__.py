"""What stands for parts of torchvision: operators, under its names."""
