"""Sources: documents of an organization, their versions and passages."""
