"""Full-text search over lessons."""
