"""What reports show, as data: formats only print it."""
