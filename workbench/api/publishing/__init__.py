"""Publications of courses, as `wb.courses` has them."""
