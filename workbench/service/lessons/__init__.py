"""Lessons and their blocks: create, read, edit, move, delete, restore from the trash."""
