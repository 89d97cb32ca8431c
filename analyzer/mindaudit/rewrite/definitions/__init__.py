"""Changes classes and functions, and their names, as graph mode needs them."""
