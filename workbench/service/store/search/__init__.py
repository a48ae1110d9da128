"""Full-text search of lessons: its index, which is written with what it is made of, and what is found by it."""
