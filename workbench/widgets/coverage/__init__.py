"""The panel of translations: which courses are there in which languages, and making what is missing."""
