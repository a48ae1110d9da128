"""The run monitor: a bulk run as it goes, and the rows that need a person."""
