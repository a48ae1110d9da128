"""What the documentation site needs beyond its configuration: examples of docstrings as code, the list of decisions."""
