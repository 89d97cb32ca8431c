"""Classes and functions: what graphs ask of them, and of the names that they have."""
