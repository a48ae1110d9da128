"""Word, PowerPoint, GIFT and Moodle XML as lessons: read in a process of its own, under limits."""
