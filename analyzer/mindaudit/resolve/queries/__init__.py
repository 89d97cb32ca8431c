"""What others ask of a resolved project."""
