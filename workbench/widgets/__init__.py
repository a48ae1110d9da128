"""Panels: the widgets that a person uses in a notebook. Each works alone in a cell; together they form a page."""
