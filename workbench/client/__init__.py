"""The client: a session, a conversation, answers. Knows no service from the inside."""
