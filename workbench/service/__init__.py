"""The service: answers the procedures over HTTP and stores their results."""
