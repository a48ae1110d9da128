"""Records of what is published."""
