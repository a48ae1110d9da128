"""XLIFF 2.0: lessons and their translations as a file for translators' tools, written and read with lxml."""
