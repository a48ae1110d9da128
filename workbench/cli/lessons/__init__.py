"""Commands about the content of lessons."""
