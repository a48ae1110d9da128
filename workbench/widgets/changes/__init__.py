"""The panel of change sets: what was or would be changed, row by row, going on with it and undoing it."""
