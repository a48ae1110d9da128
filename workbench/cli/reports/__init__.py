"""Commands about reports: which there are, one of them, and dated sets of them."""
