"""Fits the constants of specs/engines to published speeds, and scores them on devices that were left out.

The door is `held_out.refit`.
"""
