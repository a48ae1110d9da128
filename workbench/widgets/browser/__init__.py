"""The browser: projects, courses and lessons, found, opened and organised."""
