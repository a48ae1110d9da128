"""What people read after a run: its frame, the list of runs, CSV."""
