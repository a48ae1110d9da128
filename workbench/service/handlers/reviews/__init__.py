"""Handlers of reviews, comments on lessons, and of what an organization lets be published."""
