"""Projects: create, rename, archive."""
