"""Commands about the session with a service: signing in, forgetting it, and who it is."""
