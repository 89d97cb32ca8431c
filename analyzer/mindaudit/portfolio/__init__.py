"""Many repositories: the same audit of each, on an engine that exists, and a store of what it says."""
