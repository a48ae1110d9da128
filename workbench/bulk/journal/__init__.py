"""The journal of a run on disk: row states, outcomes, keys, the file and its lock. Nothing else imports sqlite3."""
