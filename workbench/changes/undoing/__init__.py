"""The steps by which the changes of a set are put back."""
