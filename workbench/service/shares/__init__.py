"""What a link to a course may do by its organization."""
