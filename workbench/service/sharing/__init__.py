"""The link of a course and the theme of learner pages."""
