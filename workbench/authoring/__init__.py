"""The lesson's rules: blocks, mutations, transactions; pure, used by widget and service alike."""
