"""What a notebook uses: `connect()` and the object it returns, with everything reached from it."""
