"""What a publishing policy asks of a publication."""
