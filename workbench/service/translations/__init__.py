"""Lessons in other languages, and which blocks are stale."""
