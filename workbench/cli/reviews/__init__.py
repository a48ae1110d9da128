"""`workbench review`: lessons that wait for a review, and deciding about them."""
