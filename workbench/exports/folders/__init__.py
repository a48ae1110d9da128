"""Courses as folders of Markdown files that can be edited and imported again: a folder a course, a file a lesson."""
