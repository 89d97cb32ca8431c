"""A text: its tokens, lines, syntax tree and names, and what is to change in it."""
