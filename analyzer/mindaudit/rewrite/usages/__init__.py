"""What is written for usages of torch: which findings apply, and how little of the text changes."""
