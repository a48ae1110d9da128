"""The public interface for notebooks: `connect()`, and the object it returns, from which everything is reached."""
