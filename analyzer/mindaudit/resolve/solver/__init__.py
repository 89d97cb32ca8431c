"""The solver: evaluates expressions on demand, memoizes their values, and brings arguments to their fixed point."""
