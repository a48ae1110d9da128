"""Handlers of what is published."""
