"""Courses and the order of their lessons."""
