"""What this service offers: procedures, limits, prices, version."""
