"""The service: answers the procedures over HTTP and keeps what they make. It knows no client, notebook or report."""
