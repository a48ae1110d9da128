"""The two databases behind one interface: connections, statements, all tables and the schema's migrations."""
