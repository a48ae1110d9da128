"""The block types: a module and its labels for each, the record that they fill in, and the list of all."""
