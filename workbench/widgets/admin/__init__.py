"""The admin panel: people, credits, sessions and the audit log."""
