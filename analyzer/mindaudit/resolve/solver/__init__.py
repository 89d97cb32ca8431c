"""Evaluates expressions on demand, keeps the values, and brings arguments to their fixed point."""
