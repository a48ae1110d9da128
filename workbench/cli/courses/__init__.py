"""Commands about courses: made from a brief, and published."""
