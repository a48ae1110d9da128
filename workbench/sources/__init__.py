"""Files that lessons are drafted from: read into numbered passages on this computer, then sent to the service."""
