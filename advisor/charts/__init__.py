"""Draws ready-made series; nothing is computed here."""
