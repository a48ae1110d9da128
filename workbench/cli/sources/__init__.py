"""Commands about sources: files that lessons are drafted from."""
