"""From results to accepted results: suppression comments, baseline, gate and changed lines."""
