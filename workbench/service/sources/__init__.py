"""Sources in lessons: the passages that drafts are written from, and what becomes of them."""
