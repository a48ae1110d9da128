"""Courses as packages for learning systems: SCORM 1.2 and SCORM 2004 4th Edition."""
