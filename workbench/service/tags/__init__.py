"""Tags of lessons."""
