"""Exports: lessons and courses as files of their own, Markdown or one HTML page."""
