"""Transfer functions: one per kind of expression, from the values of its operands to its own value."""
