"""Handlers of translations of lessons."""
