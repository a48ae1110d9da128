"""Word, PowerPoint, GIFT and Moodle XML as lessons: read in a separate process, under limits."""
