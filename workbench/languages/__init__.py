"""Texts for learners and authors in each language: one TOML file per language, and their reader."""
