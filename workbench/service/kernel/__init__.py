"""What every part of the service uses: call context, errors, roles, membership, audit log, limits, settings."""
