"""Findings of the checks in lessons."""
