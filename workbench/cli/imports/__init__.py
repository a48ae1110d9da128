"""`workbench import`: one module for each kind of thing that can be imported, and the table of them."""
