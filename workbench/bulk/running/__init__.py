"""Runs: rows are claimed, sent, verified and settled; resume, retry, undo."""
