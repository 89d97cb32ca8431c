"""Changes statements that graph mode does not support into equivalent ones that it supports."""
