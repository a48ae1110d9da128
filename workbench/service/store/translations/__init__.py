"""Which lesson is the translation of which, block by block."""
