"""The panel of a course from a brief: its outline, and what becomes of it."""
