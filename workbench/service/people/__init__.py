"""Members of an organization, their roles, and invitations."""
