"""The database seam, and SQLite and PostgreSQL behind it."""
