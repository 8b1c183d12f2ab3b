"""Measurements as rows, charts and history.

Door: rows.py.
"""
