"""Commands about courses from a brief."""
