"""Tables: columns with meaning, and answers read into Arrow."""
