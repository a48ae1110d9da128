"""The block list of a translation beside its source: what is stale, accepted, and proposed by a model."""
