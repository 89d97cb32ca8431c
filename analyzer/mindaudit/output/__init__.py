"""Writes results whole or not at all."""
