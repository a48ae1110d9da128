"""The pages that learners read: a course's outline and its lessons, as documents that need nothing else."""
