"""Repairs of a draft that need no model: what only one thing can be meant by is put right, and recorded."""
