"""The panel of reports: each with its filters, table, chart and files."""
