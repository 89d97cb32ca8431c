"""From the paths that a user names to the text of each file."""
