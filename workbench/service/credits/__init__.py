"""Balance, prices, the credit ledger, and calls that are paid for once."""
