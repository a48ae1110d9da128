"""The panel of a course outline from a brief, and of creating it."""
