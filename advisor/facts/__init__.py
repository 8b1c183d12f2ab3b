"""Frozen records and the unit constants."""
