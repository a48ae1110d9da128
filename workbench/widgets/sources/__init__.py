"""Sources: documents that lessons are drafted from. A panel of them, and a list to choose some."""
