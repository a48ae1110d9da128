"""Home: what needs attention, where to continue, and what there is; or how to begin."""
