"""The lesson's rules: blocks, mutations, transactions; pure, used by both widget and service."""
