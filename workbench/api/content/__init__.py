"""Projects, courses and lessons of a connected workbench: list, get, create, rename, move, delete, restore."""
