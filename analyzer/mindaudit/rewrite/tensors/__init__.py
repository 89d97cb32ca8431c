"""Changes assignments to tensor items, gradient settings, and NumPy values that are used together with tensors."""
