"""Exports: lessons and courses as files, in the formats that `formats` lists."""
