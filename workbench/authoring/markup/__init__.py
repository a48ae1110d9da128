"""Markdown and formulas as HTML, plain text as Markdown, and the levels of headings."""
