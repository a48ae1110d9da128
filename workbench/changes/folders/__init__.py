"""Folders of Markdown files compared with the service, and rewritten once their changes are applied."""
