"""Embedded service for notebooks: one detached process per data folder, started, found again and stopped."""
