"""The service: answers the procedures over HTTP and keeps what they make."""
