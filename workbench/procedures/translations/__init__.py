"""Procedures of translations of lessons."""
