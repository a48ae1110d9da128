"""The outline writer's words: one file per language."""
