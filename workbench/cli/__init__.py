"""The command line: one command per file, a package where a command has actions. Each is what a notebook can do too."""
