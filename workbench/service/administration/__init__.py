"""What an operator does with a database: backup, restore, checking, adding people."""
