"""The common parts of the service: call context, errors, roles, membership, audit log, limits, settings."""
