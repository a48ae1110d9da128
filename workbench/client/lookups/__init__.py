"""Reads that several panels and commands share: whole lists, courses, what learners will see."""
