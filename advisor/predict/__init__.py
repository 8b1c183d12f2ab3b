"""Fit, speed and limit: pure functions, one physical statement each."""
