"""Panels: what a person sees and touches in a notebook. Each stands alone in a cell; together they make one page."""
