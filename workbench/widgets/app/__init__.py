"""All panels on one page, with what is opened from them beside it."""
