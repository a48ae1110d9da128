"""`workbench changes`: what was changed by tables, and going on with it."""
