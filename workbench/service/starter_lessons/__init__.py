"""Drafts of a model or planning sheet: a lesson from a topic, an outline, help with a block."""
