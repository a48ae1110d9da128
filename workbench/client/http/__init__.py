"""HTTP from the client's side: endpoints, transport, TLS, response bodies, what HTTP libraries may log."""
