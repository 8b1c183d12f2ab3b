"""Child processes without Qt: start, watch, limit, end, outcome."""
