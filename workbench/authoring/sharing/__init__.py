"""What a link to a course may do, pure: how long it lives, and which pages may show the course inside them."""
