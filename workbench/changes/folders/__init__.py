"""Folders of Markdown files compared with the service, and written again after their changes were made."""
