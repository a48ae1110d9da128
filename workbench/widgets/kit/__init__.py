"""What every panel is made of: controls, lists, fields, header, failure texts."""
