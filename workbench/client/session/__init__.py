"""Sessions: the token, where it is kept, and which origin it may go to."""
