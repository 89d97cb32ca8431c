"""A text while it is rewritten: its tokens, lines, syntax tree and names, and the edits to make."""
