"""What is stored into tensors, which gradients they keep, and what NumPy holds beside them."""
