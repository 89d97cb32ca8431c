"""The cache between runs: facts by text, results by all that they depend on, and the snapshot of the last resolution."""
