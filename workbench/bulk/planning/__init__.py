"""Plans: which rows would be made, where, and what they cost. Nothing is sent."""
