"""The commands about pictures, recordings and files."""
