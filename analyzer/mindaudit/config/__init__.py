"""What a user can choose: the settings, where they are read from, and levels by code and path."""
