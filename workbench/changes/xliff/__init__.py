"""Translators' XLIFF files compared with the service: translations that are made, edited and tied as a change set."""
