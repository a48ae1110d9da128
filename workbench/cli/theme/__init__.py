"""`workbench theme`: what stands around the pages that learners read."""
