"""`workbench glossary`: the terms that lessons use or avoid."""
