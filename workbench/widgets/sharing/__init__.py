"""Sharing: one course's link and switch, and a table of many courses."""
