"""The declarations: each procedure once; client, service, command line and docs read them."""
