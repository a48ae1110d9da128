"""The two databases behind one seam: connections, statements, all tables and the schema's steps."""
