"""Administration of a database: backup, restore, checking, adding people."""
