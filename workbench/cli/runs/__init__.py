"""`workbench runs`: what was generated from this computer, and what can be done with it. One module an action."""
