"""Pictures, recordings and files that lessons refer to: what they are, where their bytes lie, how they come and go."""
