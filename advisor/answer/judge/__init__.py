"""The adviser: whether a way of doing a task is of use, the light that all pages and documents show.

Door: light.py.
"""
