"""The starter lesson form."""
