"""Files of other programs as drafts: read on this computer, planned with what cannot be kept, made as a change set."""
