"""What the checks found in a lesson."""
