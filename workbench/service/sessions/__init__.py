"""Session tokens: sign in, list, end."""
