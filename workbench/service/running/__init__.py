"""Running the service: server, worker processes, settings, logs, metrics, readiness, administration."""
