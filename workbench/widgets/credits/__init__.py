"""The credits panel: balance, spending and forecast."""
