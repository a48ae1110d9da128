"""The report on lessons that say the same."""
