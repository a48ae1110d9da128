"""The protocol of interface 4.0 as bytes and values. Knows no procedure by name and sends nothing."""
