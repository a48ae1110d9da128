"""What learners see of a course: publications, their rendering, the comparison with now."""
