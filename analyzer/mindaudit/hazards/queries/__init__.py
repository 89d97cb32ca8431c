"""Queries that several rules share: masks, lengths, truth values of tests, reads on the host."""
