"""The example organization of an embedded service: sixteen weeks of a college's work, made by a separate service."""
