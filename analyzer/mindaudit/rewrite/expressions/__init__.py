"""Changes expressions that MindSpore or its graph mode handles differently into equivalent ones."""
