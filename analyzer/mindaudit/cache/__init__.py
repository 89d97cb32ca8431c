"""What is kept between runs: facts by text, results by everything they depend on, and the snapshot of the last resolution."""
