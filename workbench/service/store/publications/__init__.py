"""Publications: what learners see of a course, kept for good."""
