"""Reviews of lessons, comments on them, and what an organization lets be published."""
