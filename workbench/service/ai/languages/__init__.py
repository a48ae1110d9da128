"""The words of planning sheets: one file per language."""
