"""The client: a session, a conversation, answers."""
