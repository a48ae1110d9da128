"""The revisions of a lesson: list, compare, restore."""
