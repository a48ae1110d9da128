"""All panels on one page, with the detail opened from them next to it."""
