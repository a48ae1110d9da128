"""Reports on credits: ledger, spending, forecast, reconciliation."""
