"""The review panel: a queue of lessons to be read, approved or sent back."""
