"""Handlers of what learners get: the settings of a link, and the theme of the pages."""
