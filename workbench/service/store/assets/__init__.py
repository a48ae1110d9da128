"""What is known of assets: their rows, the lessons that refer to them, and which may go."""
