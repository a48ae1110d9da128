"""The protocol of interface 4.0 as bytes and values."""
