"""Ready folders to start from."""
