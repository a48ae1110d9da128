"""Published courses for learners: publications, their rendering, the comparison with the current state."""
