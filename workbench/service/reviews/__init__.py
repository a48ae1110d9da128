"""Requests, approvals, comments, the review queue and the publishing policy."""
