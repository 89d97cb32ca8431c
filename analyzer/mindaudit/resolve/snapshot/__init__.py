"""What is kept of a resolved project, and how it is taken up again."""
