"""Pictures, recordings and files: upload, storage, use in lessons."""
