"""Documents that lessons are drafted from: passages, citations, uploads."""
