"""Blocks as HTML, and the words around them."""
