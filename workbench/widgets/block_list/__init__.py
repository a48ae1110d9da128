"""The block list: a lesson's blocks, arranged, written and taken out."""
