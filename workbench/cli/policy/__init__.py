"""`workbench policy`: what may be published, approved and shared."""
