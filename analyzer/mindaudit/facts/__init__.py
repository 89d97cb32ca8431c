"""What one file says, before any other is looked at: typed records, and how they travel as bytes."""
