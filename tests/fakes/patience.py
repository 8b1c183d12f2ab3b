"""How long tests wait for what is under way: no speed is asked for, so that a busy computer fails no test."""

HANG_S = 300.0
"""What takes longer hangs; below the limit of pytest, which could not say what was waited for."""
