"""Reports about many repositories: every format prints the same view of them."""
