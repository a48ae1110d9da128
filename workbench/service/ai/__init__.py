"""The writer: from a topic to a lesson's draft."""
