"""The short measurements: one file per measurement."""
