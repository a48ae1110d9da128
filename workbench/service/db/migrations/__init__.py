"""The schema's steps, for Alembic. `migrating` takes them."""
