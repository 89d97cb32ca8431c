"""What several rules ask of values: masks, lengths, truth of tests, reads on the host."""
