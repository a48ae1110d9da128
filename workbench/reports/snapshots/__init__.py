"""Dated sets of reports, and two of them compared."""
