"""What needs a person's attention, counted over the other features."""
