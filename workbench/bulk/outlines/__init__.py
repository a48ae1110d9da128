"""The outline of a course: proposed from a brief, changed by a person, and made into a plan."""
