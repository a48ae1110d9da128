"""Lessons and their blocks: rows, contents, edits, lists, history."""
