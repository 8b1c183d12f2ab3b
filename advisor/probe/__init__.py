"""Reads this machine: one file per source, where to read apart from how to parse."""
