"""Measurements as rows, charts and history.

Door: text.py.
"""
