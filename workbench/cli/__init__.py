"""The command line: one command per file. Each is what a notebook can do too."""
