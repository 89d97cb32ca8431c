"""What is kept of the last whole resolution of a project, from which a changed file is resolved again."""
