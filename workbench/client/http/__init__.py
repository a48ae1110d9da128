"""HTTP for the client: endpoints, transport, TLS, response bodies, and logging of HTTP libraries."""
