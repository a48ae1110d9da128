"""Plans: the rows that would be made, their destinations and cost. Nothing is sent."""
