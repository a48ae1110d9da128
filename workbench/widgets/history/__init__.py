"""The history panel: revisions of a lesson, compared and restored."""
