"""The service beside a notebook: one detached process per data folder, started, found again and stopped."""
