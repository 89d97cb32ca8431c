"""Changes imports: removes unused ones, redirects those of torch, and adds those of MindSpore and of recipes."""
