"""Parts of every panel: controls, lists, fields, header, failure texts."""
