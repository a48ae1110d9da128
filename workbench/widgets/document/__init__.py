"""The document: a lesson with the header above it and the rail beside it."""
