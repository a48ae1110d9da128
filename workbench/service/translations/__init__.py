"""Translations of lessons: made by a model and paid for, and compared with their sources. Source: ours (service 6)."""
