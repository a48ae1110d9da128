"""The terms that lessons of an organization must use."""
