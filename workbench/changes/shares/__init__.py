"""The settings of courses' links in change sets."""
