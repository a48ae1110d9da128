"""`workbench runs`: lists what was generated from this computer, and acts on it. One module per action."""
