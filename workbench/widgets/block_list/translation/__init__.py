"""The block list of a translation with its source: what is stale, accepted, and proposed by a model."""
