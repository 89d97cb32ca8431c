"""Decides which results are accepted: suppression comments, baseline, gate and changed lines."""
