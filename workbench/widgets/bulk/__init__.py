"""The bulk panel: a topic list becomes a plan that can be corrected, a run and lessons; and earlier runs."""
