"""Records of what learners get: a link and its settings, and the theme of the pages. Declares no procedure."""
